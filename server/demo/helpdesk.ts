// What customers call about, and what is done about it in the field: tickets and work orders in every state.
import { addDays, type Day, dayOf } from "../../shared/kernel/day.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import type { Services } from "../kernel/services.ts";
import { type Actor, actorOf } from "./act.ts";
import type { Seeded } from "./history.ts";
import type { DemoTenant } from "./people.ts";
import { type Random, random } from "./random.ts";

const KINDS = [
  { name: "Line down", category: "NO_INTERNET", sla_hours: 4 },
  { name: "Slow line", category: "SLOW", sla_hours: 24 },
  { name: "Bill", category: "BILLING", sla_hours: 24 },
  { name: "Router or cable", category: "HARDWARE", sla_hours: 48 },
  { name: "Moving house", category: "RELOCATION", sla_hours: 72 },
] as const;

interface DemoTicket {
  /** Which of the kinds. */
  kind: number;
  subject: string;
  priority: string;
  description: string;
  replies: readonly { message: string; status?: string; is_internal?: boolean }[];
}

const TICKETS: readonly DemoTicket[] = [
  {
    kind: 0,
    subject: "No internet in the whole building",
    priority: "URGENT",
    description: "The LOS lamp is red, the whole building is off",
    replies: [],
  },
  {
    kind: 0,
    subject: "No internet since the storm",
    priority: "HIGH",
    description: "Nothing since the storm last night",
    replies: [],
  },
  {
    kind: 3,
    subject: "Wants a new router",
    priority: "LOW",
    description: "Wants a router with 5 GHz",
    replies: [],
  },
  {
    kind: 1,
    subject: "Films stop in the evening",
    priority: "MEDIUM",
    description: "Films stop after nine in the evening",
    replies: [
      { message: "We are measuring your line this evening", status: "IN_PROGRESS" },
      { message: "The uplink of the building is full, needs a second fibre", is_internal: true },
    ],
  },
  {
    kind: 0,
    subject: "Works for an hour, then not",
    priority: "HIGH",
    description: "Works for an hour, then not",
    replies: [{ message: "A technician comes today", status: "IN_PROGRESS" }],
  },
  {
    kind: 4,
    subject: "Moving to another flat",
    priority: "MEDIUM",
    description: "Moves to the next street on the first",
    replies: [{ message: "Please tell us the new address", status: "WAITING" }],
  },
  {
    kind: 2,
    subject: "Paid twice",
    priority: "LOW",
    description: "Paid twice by mobile",
    replies: [{ message: "One of the two is your advance for next month", status: "RESOLVED" }],
  },
  {
    kind: 0,
    subject: "No light on the box",
    priority: "HIGH",
    description: "No light on the box",
    replies: [
      { message: "Drop cable was cut by the neighbour's works, exchanged", status: "RESOLVED" },
      { message: "Thank you, it works", status: "CLOSED" },
    ],
  },
];

interface DemoTask {
  title: string;
  task_type: string;
  priority: string;
  description: string;
  /** Days from today. */
  due: number;
  /** Which of the company's templates it is made with. */
  template: "Repair" | "Installation" | "Inspection";
  window?: readonly [from: string, to: string];
  /** Whether the technician has it, and what became of it. */
  outcome?: "assigned" | "started" | "done" | "called off";
}

const TASKS: readonly DemoTask[] = [
  {
    ...{ title: "Install a new line", task_type: "INSTALLATION", priority: "HIGH", due: 1 },
    ...{ description: "Third floor, the landlord has the key of the riser", template: "Installation" },
    window: ["10:00", "12:00"],
  },
  {
    ...{ title: "Second fibre to the building", task_type: "INSTALLATION", priority: "MEDIUM", due: 6 },
    ...{ description: "The uplink is full every evening", template: "Installation" },
  },
  {
    ...{ title: "No light on the box", task_type: "REPAIR", priority: "URGENT", due: 0, outcome: "assigned" },
    ...{ description: "The LOS lamp is red, the whole building is off", template: "Repair" },
    window: ["09:00", "11:00"],
  },
  {
    ...{ title: "Exchange the router", task_type: "REPAIR", priority: "LOW", due: -1, outcome: "assigned" },
    ...{ description: "A router with 5 GHz, paid at the counter", template: "Repair" },
  },
  {
    ...{ title: "Line works for an hour, then not", task_type: "REPAIR", priority: "HIGH", due: 0 },
    ...{ description: "Connector outside, maybe water", outcome: "started", template: "Repair" },
    window: ["14:00", "16:00"],
  },
  {
    ...{ title: "Look at the pole in Road 5", task_type: "INSPECTION", priority: "MEDIUM", due: -1 },
    ...{ description: "A branch lies on the cable since the storm", outcome: "done", template: "Inspection" },
  },
  {
    ...{ title: "Drop cable cut", task_type: "REPAIR", priority: "HIGH", due: -2, outcome: "done" },
    ...{ description: "Cut by the neighbour's works", template: "Repair" },
  },
  {
    ...{ title: "Install a line in the shop", task_type: "INSTALLATION", priority: "MEDIUM", due: -3 },
    ...{ description: "Ground floor, opens at ten", outcome: "called off", template: "Installation" },
  },
];

interface Scene {
  office: Actor;
  customers: readonly Seeded[];
  chance: Random;
  today: Day;
  now: Date;
  /** Who goes out to the customers: their id among the staff, and what they do; null where the provider has no technician. */
  technician: { id: string; act: Actor } | null;
  /** Ids of the templates by their names. */
  templates: ReadonlyMap<string, string>;
}

async function customersCall({ office, customers, chance, now, technician }: Scene): Promise<void> {
  const kinds = await Promise.all(
    KINDS.map((input) =>
      office({ name: "ticket_category.create", key: `category:${input.category}`, input, at: now }),
    ),
  );
  for (const [index, { kind, replies, ...ticket }] of TICKETS.entries()) {
    const { id: customer } = chance.pick(customers);
    const known = KINDS[kind];
    const input = {
      ...ticket,
      customer,
      subject: known?.name,
      category: known?.category,
      kind: kinds[kind]?.id,
    };
    const assigned_to = replies.length > 0 ? (technician?.id ?? null) : null;
    const key = `ticket:${index}`;
    const made = await office({ name: "ticket.create", key, input: { ...input, assigned_to }, at: now });
    for (const [at, reply] of replies.entries())
      await office({ name: "ticket.reply", key: `${key}:${at}`, input: reply, id: String(made.id), at: now });
  }
}

async function technicianWorks(scene: Scene): Promise<void> {
  const { office, customers, chance, today, now, technician, templates } = scene;
  for (const [index, { due, outcome, template, window, ...task }] of TASKS.entries()) {
    const { id: customer, customer: who } = chance.pick(customers);
    const location = {
      latitude: Number((23.8 + chance.next() / 50).toFixed(5)),
      longitude: Number((90.36 + chance.next() / 50).toFixed(5)),
    };
    const title = `${task.title}: ${who.area}`;
    const [window_from = null, window_to = null] = window ?? [];
    const planned = { due_date: addDays(today, due), window_from, window_to };
    const input = { ...task, ...planned, title, customer, location, template: templates.get(template) };
    const key = `task:${index}`;
    const { id } = await office({ name: "task.create", key, input, at: now });
    const step = (by: Actor, name: string, of: object = {}) =>
      by({ name: `task.${name}`, key: `${key}:${name}`, input: { ...of }, id: String(id), at: now });
    if (outcome === "called off") await step(office, "cancel", { reason: "Not wanted any more" });
    if (!technician || outcome === undefined || outcome === "called off") continue;
    await step(office, "assign", { assigned_to: technician.id });
    if (outcome !== "assigned") await step(technician.act, "start");
    if (outcome === "done")
      await step(technician.act, "complete", {
        completion_notes: "Connector exchanged",
        rx_after_dbm: -19.4,
      });
  }
}

/** Lets customers call, and the technician work. */
export async function workInTheField(
  services: Services,
  tenant: Tenant,
  demo: DemoTenant,
  customers: readonly Seeded[],
): Promise<void> {
  const now = new Date();
  const person = demo.staff.find(({ role }) => role === "Technician");
  const [staff] = person
    ? await services.db.platform<{ id: string }[]>`
        select id from staff where tenant_id = ${tenant.id} and username = ${person.username}`
    : [];
  const templates = await services.db.platform<{ id: string; name: string }[]>`
    select id, name from task_templates where tenant_id = ${tenant.id}`;
  const scene: Scene = {
    office: await actorOf(services, tenant, demo.admin.username),
    customers,
    chance: random(demo.seed + 2),
    today: dayOf(now, tenant.settings.timezone),
    now,
    templates: new Map(templates.map(({ id, name }) => [name, id])),
    technician:
      staff && person ? { id: staff.id, act: await actorOf(services, tenant, person.username) } : null,
  };
  await customersCall(scene);
  await technicianWorks(scene);
}
