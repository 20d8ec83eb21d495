// A dispatcher's day: four people with jobs in their windows, some that are not assigned, and a street that is about to call.
import { addDays, dayOf } from "../../shared/kernel/day.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import type { Services } from "../kernel/services.ts";
import { actorOf } from "./act.ts";
import type { Seeded } from "./history.ts";
import type { DemoTenant } from "./people.ts";
import { random } from "./random.ts";

const EARLY = { window_from: "09:00", window_to: "11:00" };
const NOON = { window_from: "11:00", window_to: "13:00" };
const LATE = { window_from: "14:00", window_to: "16:00" };

interface DemoJob {
  title: string;
  task_type: "INSTALLATION" | "REPAIR" | "INSPECTION";
  priority?: string;
  /** The number of the technician; left out: not assigned. */
  by?: number;
  hours?: { window_from: string; window_to: string };
  /** For the same customer as the job of this number. */
  like?: number;
}

const JOBS: readonly DemoJob[] = [
  { title: "No light since last night", task_type: "REPAIR", priority: "URGENT", by: 0, hours: EARLY },
  { title: "Connector full of water", task_type: "REPAIR", by: 0, hours: NOON },
  { title: "New line, third floor", task_type: "INSTALLATION", priority: "HIGH", by: 1, hours: EARLY },
  // More than can be done by eleven.
  { title: "New line in the shop", task_type: "INSTALLATION", by: 1, hours: EARLY },
  { title: "Pole leans on the cable", task_type: "INSPECTION", by: 1, hours: LATE },
  { title: "Exchange the ONU", task_type: "REPAIR", by: 2, hours: NOON },
  { title: "Speed test with the customer", task_type: "INSPECTION", priority: "LOW", by: 2 },
  { title: "Move the line to the next flat", task_type: "INSTALLATION", by: 3, hours: LATE },
  { title: "Router hangs each evening", task_type: "REPAIR", by: 3, hours: NOON },
  { title: "Works for an hour, then not", task_type: "REPAIR", priority: "HIGH" },
  // One visit would do for both.
  { title: "Wants the router in another room", task_type: "REPAIR", priority: "LOW", like: 0 },
  { title: "Drop cable hangs low over the road", task_type: "REPAIR", priority: "URGENT" },
  { title: "New line, ground floor", task_type: "INSTALLATION" },
  { title: "Look at the splitter in the stairs", task_type: "INSPECTION" },
];

/** The street of which the demo's OLT will lose the power: each eighth customer on the fibre, from the sixth. */
const STREET = { of: 8, from: 5, callers: 6 };
const CALLS = [
  "No internet since a moment",
  "Everything is dark",
  "The red lamp is on",
  "Wi-Fi is there, no internet",
];

export async function planTheDay(
  services: Services,
  tenant: Tenant,
  demo: DemoTenant,
  customers: readonly Seeded[],
): Promise<void> {
  const names = demo.staff.filter(({ role }) => role === "Technician").map(({ username }) => username);
  const rows = await services.db.platform<{ id: string; username: string }[]>`
    select id, username from staff where tenant_id = ${tenant.id} and username = any(${names})`;
  const people = names.flatMap((name) => rows.find(({ username }) => username === name)?.id ?? []);
  const office = await actorOf(services, tenant, demo.admin.username);
  const chance = random(demo.seed + 5);
  const at = new Date();
  const today = dayOf(at, tenant.settings.timezone);
  const place = () => ({
    latitude: Number((23.8 + chance.next() / 50).toFixed(5)),
    longitude: Number((90.36 + chance.next() / 50).toFixed(5)),
  });
  const made: string[] = [];
  for (const [number, { by, hours, like, ...job }] of JOBS.entries()) {
    const customer = like === undefined ? chance.pick(customers).id : made[like];
    made.push(customer ?? "");
    const description = `${job.title}. Please call before you come.`;
    const input = {
      ...{ ...job, description, customer, location: place(), due_date: today, ...hours },
      ...(by === undefined ? {} : { assigned_to: people[by] }),
    };
    await office({ name: "task.create", key: `day:${number}`, input, at });
  }
  // Somebody was at the first one's already this month.
  const before = { title: "Drop cable exchanged", description: "Cut by works", task_type: "REPAIR" };
  const due_date = addDays(today, -12);
  const input = { ...before, customer: made[0], due_date };
  const { id } = await office({ name: "task.create", key: "day:before", input, at });
  const notes = { completion_notes: "40 m of new cable, -19.4 dBm" };
  await office({ name: "task.complete", key: "day:before:done", input: notes, id: String(id), at });
  const street = customers
    .filter(({ customer }) => customer.onu_serial !== null)
    .filter((_, number) => number % STREET.of === STREET.from);
  for (const [number, { id: customer }] of street.slice(0, STREET.callers).entries()) {
    const subject = CALLS[number % CALLS.length];
    const ticket = { subject, description: "Called the office", category: "NO_INTERNET", customer };
    await office({ name: "ticket.create", key: `street:${number}`, input: ticket, at });
  }
}
