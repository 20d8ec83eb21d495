// What is in the store and what the technician took of it; who called, and what automated calls would say.
import type { Tenant } from "../kernel/operation/principal.ts";
import type { Services } from "../kernel/services.ts";
import { type Actor, actorOf } from "./act.ts";
import type { Seeded } from "./history.ts";
import type { DemoTenant } from "./people.ts";
import { random } from "./random.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Bought, taken to customers, and on the shelf at the last count. */
const ITEMS = [
  {
    sku: "ONU-1GE",
    name: "ONU, one port",
    category: "ONU",
    unit_cost: "950",
    reorder_level: 10,
    bought: 40,
    taken: 6,
  },
  {
    sku: "ONU-4GE",
    name: "ONU, four ports",
    category: "ONU",
    unit_cost: "1650",
    reorder_level: 5,
    bought: 12,
    taken: 8,
  },
  {
    sku: "RTR-AC",
    name: "Router, two bands",
    category: "Router",
    unit_cost: "1900",
    reorder_level: 8,
    bought: 25,
    taken: 5,
  },
  {
    sku: "CBL-DROP",
    name: "Drop cable",
    category: "Cable",
    unit: "m",
    unit_cost: "9",
    reorder_level: 300,
    bought: 1_000,
    taken: 84.5,
    counted: 660,
  },
  {
    sku: "SPL-1-8",
    name: "Splitter 1:8",
    category: "Fibre",
    unit_cost: "320",
    reorder_level: 4,
    bought: 10,
    taken: 2,
  },
  {
    sku: "CON-SC",
    name: "Fast connector SC/APC",
    category: "Fibre",
    unit_cost: "35",
    reorder_level: 50,
    bought: 200,
    taken: 24,
    counted: 46,
  },
] as const;

interface Scene {
  office: Actor;
  technician: Actor;
  customers: readonly Seeded[];
  now: Date;
  seed: number;
}

async function fillStore({ office, technician, customers, now, seed }: Scene): Promise<void> {
  const chance = random(seed + 3);
  for (const { bought, taken, ...item } of ITEMS) {
    const { counted, ...fields } = { counted: null, ...item };
    const is_onu = item.category === "ONU";
    const sale_price = String(Math.round(Number(item.unit_cost) * 1.25));
    const input = { ...fields, sale_price, location: "Main store", serial_tracked: is_onu, is_onu };
    const { id } = await office({ name: "store_item.create", key: `item:${item.sku}`, input, at: now });
    const move = (by: Actor, days: number, body: object) =>
      by({
        name: "store_item.move",
        key: `move:${item.sku}:${days}`,
        input: { ...body },
        id: String(id),
        at: new Date(now.getTime() - days * DAY_MS),
      });
    await move(office, 21, { movement_type: "IN", quantity: bought, note: "From the wholesaler" });
    for (const [index, part] of [0.4, 0.6].entries()) {
      const quantity = Math.round(taken * part * 2) / 2 || 1;
      const whole = item.sku === "CBL-DROP" ? quantity : Math.ceil(quantity);
      const customer = chance.pick(customers).id;
      await move(technician, 12 - index * 5, { movement_type: "OUT", quantity: whole, customer });
    }
    if (counted !== null)
      await move(office, 2, { movement_type: "ADJUST", quantity: counted, note: "Count of the month" });
  }
}

const CALLS = [
  {
    call_type: "INBOUND",
    disposition: "RESOLVED",
    duration_seconds: 185,
    notes: "Forgot the password of the Wi-Fi",
  },
  {
    call_type: "INBOUND",
    disposition: "COMPLAINT",
    duration_seconds: 320,
    notes: "Slow every evening, wants the owner to call",
  },
  { call_type: "OUTBOUND", disposition: "NO_ANSWER", duration_seconds: 0, notes: null },
  { call_type: "OUTBOUND", disposition: "CALLBACK", duration_seconds: 45, notes: "At work, after six" },
  {
    call_type: "INBOUND",
    disposition: "ANSWERED",
    duration_seconds: 95,
    notes: "Asked how to pay by mobile",
  },
  { call_type: "OUTBOUND", disposition: "ANSWERED", duration_seconds: 70, notes: "Pays on Thursday" },
  { call_type: "OUTBOUND", disposition: "BUSY", duration_seconds: 0, notes: null },
] as const;

const TEMPLATES = [
  {
    name: "Bill reminder",
    template_type: "BILL_DUE",
    script_text:
      "Dear {name}, {due_amount} are due to {company_name}. Your line stays open until {expiry_date}.",
  },
  {
    name: "Welcome",
    template_type: "WELCOME",
    script_text: "Welcome to {company_name}, {name}. Call us whenever something does not work.",
  },
  {
    name: "Outage",
    template_type: "OUTAGE",
    script_text: "{company_name} is repairing a cable in your area. Your line will be back this evening.",
  },
] as const;

async function makeCalls({ office, customers, now, seed }: Scene): Promise<void> {
  const chance = random(seed + 4);
  for (const [index, call] of CALLS.entries()) {
    const at = new Date(now.getTime() - index * 5 * HOUR_MS);
    const input = { ...call, customer: chance.pick(customers).id };
    await office({ name: "call_log.create", key: `call:${index}`, input, at });
  }
  for (const input of TEMPLATES)
    await office({ name: "voice_template.create", key: `template:${input.name}`, input, at: now });
  // Switched off: the demo makes no calls.
  const input = {
    provider_name: "Voice gateway",
    api_endpoint: "https://voice.example/calls",
    caller_id: "09612345678",
    is_active: false,
  };
  await office({ name: "voice_setting.create", key: "gateway", input, at: now });
}

/** Fills the store, and lets the office telephone. */
export async function keepStoreAndCall(
  services: Services,
  tenant: Tenant,
  demo: DemoTenant,
  customers: readonly Seeded[],
): Promise<void> {
  const office = await actorOf(services, tenant, demo.admin.username);
  const person = demo.staff.find(({ role }) => role === "Technician");
  const technician = person ? await actorOf(services, tenant, person.username) : office;
  const scene: Scene = { office, technician, customers, now: new Date(), seed: demo.seed };
  await fillStore(scene);
  await makeCalls(scene);
}
