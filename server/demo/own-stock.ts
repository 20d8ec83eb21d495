// What the technicians have with them: ONUs by their labels, cable and connectors; and what one of them used at a customer's.
import type { Tenant } from "../kernel/operation/principal.ts";
import type { Services } from "../kernel/services.ts";
import { type Actor, actorOf } from "./act.ts";
import type { DemoTenant } from "./people.ts";

const HOUR_MS = 3_600_000;

/** Given to the first technicians, one after the other: so many, or by serial number. */
const GIVEN = [
  { sku: "ONU-1GE", serials: ["HWTC9A3F0011", "HWTC9A3F0012", "HWTC9A3F0013"] },
  { sku: "CBL-DROP", quantity: 120 },
  { sku: "CON-SC", quantity: 12 },
] as const;
const CARRIERS = 2;

export async function fillTheBags(services: Services, tenant: Tenant, demo: DemoTenant): Promise<void> {
  const names = demo.staff.filter(({ role }) => role === "Technician").map(({ username }) => username);
  const office = await actorOf(services, tenant, demo.admin.username);
  const { platform } = services.db;
  const at = new Date(Date.now() - 20 * HOUR_MS);
  for (const [number, username] of names.slice(0, CARRIERS).entries()) {
    const [person] = await platform<{ id: string }[]>`
      select id from staff where tenant_id = ${tenant.id} and username = ${username}`;
    if (!person) continue;
    for (const { sku, ...given } of GIVEN) {
      const [item] = await platform<{ id: string }[]>`
        select id from store_items where tenant_id = ${tenant.id} and sku = ${sku}`;
      const serial_numbers =
        "serials" in given ? given.serials.map((serial) => nextSerial(serial, number)) : [];
      const quantity = "serials" in given ? serial_numbers.length : given.quantity / (number + 1);
      const moved = { movement_type: "OUT", quantity, staff: person.id, serial_numbers };
      await office({
        name: "store_item.move",
        key: `bag:${username}:${sku}`,
        input: moved,
        id: String(item?.id),
        at,
      });
    }
    if (number === 0)
      await spendCable(services, tenant, await actorOf(services, tenant, username), person.id);
  }
}

/** The same kind of label for another person: one number further on. */
const nextSerial = (serial: string, number: number) => serial.replace(/00(?=\d\d$)/, `0${number}`);

/** The drop cable that was exchanged at the first customer's of the day. */
async function spendCable(
  { db }: Services,
  tenant: Tenant,
  technician: Actor,
  person: string,
): Promise<void> {
  const [job] = await db.platform<{ id: string }[]>`
    select id from tasks where tenant_id = ${tenant.id} and title = 'Drop cable exchanged'`;
  const [cable] = await db.platform<{ id: string }[]>`select h.id from held_stock h
      join store_items i on i.tenant_id = h.tenant_id and i.id = h.store_item
    where h.tenant_id = ${tenant.id} and h.staff = ${person} and i.sku = 'CBL-DROP'`;
  if (!job || !cable) return;
  const input = { quantity: 40, task: job.id };
  await technician({ name: "held_stock.use", key: "bag:cable", input, id: cable.id, at: new Date() });
}
