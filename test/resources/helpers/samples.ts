// Records of each resource, made through the API from its declaration alone, and what the suite knows of each afterwards.
import type { z } from "zod";
import { AREAS } from "../../../server/areas.ts";
import type { ServedResource } from "../../../server/kernel/area.ts";
import type { Row } from "../../../server/kernel/db/db.ts";
import { columnsOf } from "../../../server/kernel/resource/record.ts";
import { type Field, type FieldMeta, metaOf } from "../../../shared/kernel/field.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { Operation } from "../../../shared/kernel/operation.ts";
import { fieldsOf, type Resource } from "../../../shared/kernel/resource.ts";
import type { Client } from "../../helpers/server.ts";
import { sampleValue } from "../../identity/helpers/sample-body.ts";

export const SERVED: readonly ServedResource[] = AREAS.flatMap((area) => area.resources);
export const OPERATIONS: readonly Operation[] = AREAS.flatMap((area) => area.operations).map(
  ({ operation }) => operation,
);

/** The operation behind a plain verb of a resource; undefined where it has none. */
export const verbOf = (resource: Resource, verb: "create" | "update" | "delete") =>
  OPERATIONS.find(({ name }) => name === `${resource.name}.${verb}`);

/** Values that fit together only because somebody who knows the resource says so. */
const TOGETHER: Readonly<Record<string, (count: number) => Row>> = {
  // At most 100 %, and over after it began.
  offer: () => ({ start_date: "2026-11-01", end_date: "2026-11-30", discount_value: 10 }),
  // One is the default in a tenant; a rate is a percentage.
  tax_code: (count) => ({ rate: count % 100, is_default: false }),
  // A certificate is looked at only over TLS; and at most addresses no router can be.
  router: () => ({ use_tls: true, tls_fingerprint: "ab".repeat(32) }),
  // As on the label of an ONU.
  customer: (count) => ({ onu_serial: `HWTC${String(count).padStart(8, "0")}` }),
  // Ticked or not is added where it is not said.
  task: () => ({
    checklist: [{ text: "Take a ladder", done: true }],
    ...{ window_from: "09:00", window_to: "11:30" },
  }),
  // Nobody's own, and for long: days without work would be taken off.
  employee: () => ({
    join_date: "2020-01-01",
    end_date: null,
    salary: "9000.00",
    // A salary that is to come is none yet.
    salary_from: "2020-02",
    is_active: true,
    staff: null,
  }),
  // On the day that it is of.
  attendance: (count) => {
    const date = `2025-12-${String(1 + (count % 28)).padStart(2, "0")}`;
    return { date, check_in: `${date}T09:00:00.000Z`, check_out: `${date}T17:00:00.000Z` };
  },
  leave: (count) => ({ start_date: `2026-12-${10 + count}`, end_date: `2026-12-${10 + count}` }),
  // A new account has both.
  reseller: (count) => ({ username: `seller-${count}`, password: "long-enough-for-a-seller" }),
  // Told once each.
  payment_event: (count) => ({ provider: "paygate", event_id: `sample-${count}`, amount: `${count}.00` }),
  call_log: () => ({ recording_url: "https://voice.example/1.mp3" }),
  // One is active in a tenant at most.
  voice_setting: () => ({ api_endpoint: "https://voice.example/calls", is_active: false }),
  // Any number that are not in force.
  reseller_pricing: () => ({ is_active: false }),
  // Between two who hold money.
  cash_transfer: (count) =>
    count % 2 === 1 ? { from: "OFFICE", to: "BANK" } : { from: "BANK", to: "OFFICE" },
  // Days that are paid for cost at once.
  customer_addon: () => ({ payment: { amount: "90000.00" } }),
  // Where a webhook may go, and what it hears.
  webhook_endpoint: () => ({ url: "https://hook.example/lastmile", events: ["customer.*"], is_active: true }),
  // None, so that nobody is given what its maker does not hold.
  role: () => ({ permissions: [] }),
  // A name that no other sample has.
  tenant_domain: (count) => ({ domain: `sample-${count}.isp.example` }),
  tenant: (count) => ({ admin: { username: `sample-admin-${count}`, password: "a-long-secret" } }),
  saas_tenant: (count) => ({
    subdomain: `saas-sample-${count}`,
    admin: { username: `sample-owner-${count}`, password: "a-long-secret" },
  }),
  // More than the customer's own discount takes off: a credit note needs something to give back.
  invoice: () => ({ lines: [{ description: "A sample", unit_price: "500.00" }] }),
  // All of a bill is credited once.
  credit_note: () => ({ amount: "0.01" }),
  // A month is closed once, and its record is there while a task would still run.
  closing: (count) => ({ month: new Date(Date.UTC(2024, count, 1)).toISOString().slice(0, 7), async: false }),
  // A month ends once.
  month_end: (count) => ({ month: new Date(Date.UTC(2024, count, 1)).toISOString().slice(0, 7) }),
  // At most one runs for a company.
  tenant_subscription: () => ({ status: "EXPIRED", start_date: "2026-01-01" }),
};

/** What has to be done before another record of a resource can be made. */
const BEFORE: Readonly<Record<string, (client: Client) => Promise<void>>> = {
  closing: async (client) => {
    await client.patch("/settings/", { earn_prepaid: true });
  },
  // A cashier has one open drawer.
  shift: async (client) => {
    const { body } = await client.get("/shifts/?status=OPEN");
    for (const { id } of body.results) await client.post(`/shifts/${id}/close/`, { counted_cash: "0.00" });
  },
};

/** Optional references that a record can't do without after all. */
const NEEDED: Readonly<Record<string, readonly string[]>> = { adjustment: ["customer"] };

const COUNTED = new Map<string, number>();
function next(name: string): number {
  const count = (COUNTED.get(name) ?? 0) + 1;
  COUNTED.set(name, count);
  return count;
}

/** What a field of this kind may hold: another value each time, where its schema leaves a choice. */
function sampleOf(field: Field, count: number): unknown {
  const wishes: Partial<Record<FieldMeta["kind"], unknown[]>> = {
    text: [
      `Sample ${count}`,
      `sample-${count}`,
      `198.51.100.${count % 250}`,
      `02:00:00:00:00:${String(count % 90).padStart(2, "0")}`,
      `sample${count}@isp.example`,
      "20M/80M",
    ],
    prose: [`Sample ${count}`],
    flag: [count % 2 === 1],
    count: [count],
    decimal: [count],
    money: [`${count}.00`],
    date: [`2026-12-${String(1 + (count % 28)).padStart(2, "0")}`],
    month: [`2026-${String(1 + (count % 12)).padStart(2, "0")}`],
    instant: [new Date(Date.UTC(2026, 0, 1, 0, count)).toISOString()],
  };
  const fitting = (wishes[metaOf(field).kind] ?? []).find((wish) => field.safeParse(wish).success);
  return fitting ?? sampleValue(field);
}

/** The declared field that a member of a body is, also where it may be left out; null: it is none. */
function declared(schema: Field): Field | null {
  try {
    metaOf(schema);
    return schema;
  } catch {
    const { innerType } = schema.def as { innerType?: Field };
    return innerType ? declared(innerType) : null;
  }
}

export interface Sample {
  id: string;
  /** What was sent. */
  body: Row;
  /** What the create answered. */
  created: Row;
  /** What is read afterwards. */
  record: Row;
}

/** Makes the records that a body refers to, and keeps them for the next body. */
export class Samples {
  readonly #clientOf: (resource: Resource) => Client;
  readonly #ids = new Map<string, string>();

  /** @param clientOf who may make and read the records of a resource. */
  constructor(clientOf: (resource: Resource) => Client) {
    this.#clientOf = clientOf;
  }

  /** The id of some record of a resource: an earlier sample's, or what a reader of the list finds; null: there is none. */
  async idOf(name: string): Promise<string | null> {
    const known = this.#ids.get(name);
    if (known) return known;
    const served = SERVED.find(({ resource }) => resource.name === name);
    if (!served) return null;
    if (verbOf(served.resource, "create")) return String((await this.create(served)).record.id);
    return null;
  }

  /**
   * A body for the resource's create: what is required, and where it is the plain verb each field that may be sent, with a
   * value of its kind.
   */
  async body({ resource }: ServedResource, input: Operation["input"]): Promise<Row> {
    const count = next(resource.name);
    const body = sampleValue(input) as Row;
    for (const [name, schema] of Object.entries((input as z.ZodObject).shape)) {
      const field = declared(schema as Field);
      const isWanted = Object.hasOwn(body, name) || NEEDED[resource.name]?.includes(name);
      if (!field || (!isWanted && !resource.verbs.includes("create"))) continue;
      const { kind, references = "" } = metaOf(field);
      const value = kind === "reference" ? await this.idOf(references) : sampleOf(field, count);
      if (value !== null) body[name] = value;
    }
    const members = (input as z.ZodObject).shape;
    const together = Object.entries(TOGETHER[resource.name]?.(count) ?? {});
    return { ...body, ...Object.fromEntries(together.filter(([name]) => Object.hasOwn(members, name))) };
  }

  /** Creates a record with everything that its declaration lets a client say; `given` stands before what it makes up. */
  async create(served: ServedResource, given: Row = {}): Promise<Sample> {
    const { resource } = served;
    const operation = verbOf(resource, "create");
    if (!operation) throw new Error(`${resource.name} can't be created`);
    await BEFORE[resource.name]?.(this.#clientOf(resource));
    const body = { ...(await this.body(served, operation.input)), ...given };
    const answer = await this.#clientOf(resource).post(`/${resource.path}/`, body, {
      "idempotency-key": newId(),
    });
    if (answer.status !== 201)
      throw new Error(`No ${resource.name}: ${JSON.stringify(body)} ${JSON.stringify(answer.body)}`);
    const id = String(answer.body.id);
    // The first one stays: a test may delete its own.
    if (!this.#ids.has(resource.name)) this.#ids.set(resource.name, id);
    const { body: record } = await this.#clientOf(resource).get(`/${resource.path}/${id}/`);
    return { body, record, id, created: answer.body };
  }
}

const RANGED: ReadonlySet<FieldMeta["kind"]> = new Set([
  "date",
  "month",
  "instant",
  "count",
  "decimal",
  "money",
]);

/** Queries by each field that a list can be filtered by: those that show the record, and those that leave it out. */
export function filtersOf(resource: Resource, record: Row): { shows: string[]; hides: string[] } {
  const [shows, hides]: [string[], string[]] = [[], []];
  for (const [name, kind] of Object.entries(columnsOf(resource))) {
    if (name === "id" || kind === "prose" || kind === "json") continue;
    const field = resource.fields[name];
    // What is answered for it is not what is kept.
    if (field && metaOf(field).shown) continue;
    const value = record[name];
    if (value === null) {
      shows.push(`${name}__isnull=true`);
      hides.push(`${name}__isnull=false`);
      continue;
    }
    const text = encodeURIComponent(String(value));
    shows.push(`${name}=${text}`, `${name}__in=${text}`, `${name}__isnull=false`);
    hides.push(`${name}__isnull=true`);
    if (kind === "reference") hides.push(`${name}=${newId()}`);
    if (kind === "flag") hides.push(`${name}=${!value}`);
    if (RANGED.has(kind)) {
      shows.push(`${name}__gte=${text}`, `${name}__lte=${text}`);
      hides.push(`${name}__gt=${text}`, `${name}__lt=${text}`);
    }
  }
  return { shows, hides };
}

/** The names that a list can be ordered by. */
export function ordersOf(resource: Resource): string[] {
  return Object.entries(columnsOf(resource)).flatMap(([name, kind]) =>
    kind === "prose" || kind === "json" ? [] : [name],
  );
}

/** A change of one field that the record does not have yet; null where nothing may be changed. */
export function changeOf(resource: Resource, record: Row): Row | null {
  const by_rule = TOGETHER[resource.name]?.(0) ?? {};
  for (const [name, meta] of fieldsOf(resource)) {
    if (meta.writable !== "always" || meta.secret || !["text", "prose", "money"].includes(meta.kind))
      continue;
    // Any text is none of these.
    if (typeof by_rule[name] === "string") continue;
    const value = sampleOf(resource.fields[name] as Field, next(resource.name));
    if (value !== record[name]) return { [name]: value };
  }
  for (const [name, { kind, writable }] of fieldsOf(resource))
    if (kind === "flag" && writable === "always") return { [name]: !record[name] };
  return null;
}
