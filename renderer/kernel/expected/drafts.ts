// What a command sends about a record and what that record will be, both from the resource's declaration. Pure.
import { dayOf, monthOf } from "../../../shared/kernel/day.ts";
import type { FieldKind, FieldMeta } from "../../../shared/kernel/field.ts";
import type { Operation, PayloadOf } from "../../../shared/kernel/operation.ts";
import { fieldsOf, type RecordOf, type Resource } from "../../../shared/kernel/resource.ts";
import type { Effect } from "./effects.ts";

export type Values = Readonly<Record<string, unknown>>;

/** When and where a record is made. */
export interface Moment {
  /** RFC 3339. */
  readonly now: string;
  /** IANA time zone of the tenant. */
  readonly timezone: string;
}

/** The value of a field that is not filled in and declares no initial value. */
const EMPTY: Record<FieldKind, (meta: FieldMeta, moment: Moment) => unknown> = {
  text: () => "",
  prose: () => "",
  choice: ({ choices }) => choices?.[0] ?? null,
  flag: () => false,
  count: () => 0,
  decimal: () => 0,
  money: () => "0",
  date: (_, { now, timezone }) => dayOf(new Date(now), timezone),
  month: (_, { now, timezone }) => monthOf(dayOf(new Date(now), timezone)),
  instant: (_, { now }) => now,
  reference: () => null,
  json: () => null,
};

function initialOf(meta: FieldMeta, moment: Moment): unknown {
  if (meta.initial !== undefined) return meta.initial;
  return meta.nullable ? null : EMPTY[meta.kind](meta, moment);
}

/** Of some values those that a record shows: declared fields that are no secrets. */
function shownValues(resource: Resource, values: Values): Values {
  const shown = fieldsOf(resource).filter(([name, { secret }]) => !secret && values[name] !== undefined);
  return Object.fromEntries(shown.map(([name]) => [name, values[name]]));
}

/** A record whose create still waits, as the screens show it; version 0 says that the server does not know it yet. */
export function draftOf<R extends Resource>(resource: R, payload: Values, moment: Moment): RecordOf<R> {
  const shown = fieldsOf(resource).filter(([, { secret }]) => !secret);
  const { now } = moment;
  const draft = {
    ...Object.fromEntries(shown.map(([name, meta]) => [name, initialOf(meta, moment)])),
    ...shownValues(resource, payload),
    id: payload.id,
    created_at: now,
    updated_at: now,
    version: 0,
  };
  // Every field of the declaration is there; that each has the declared type is what its form has checked.
  return draft as RecordOf<R>;
}

/**
 * A form's body as the payload of a create.
 * @throws ZodError when it is not what the operation takes: the form should have said so.
 */
export function createOf<O extends Operation>(operation: O, body: Values): PayloadOf<O> {
  operation.input.parse(body);
  return body as PayloadOf<O>;
}

declare const begun: unique symbol;

/**
 * A record as it was when its change was begun, whatever arrives later: what is sent is said of this, or two people who
 * change one field would both win. Made where something is opened to be changed, with useBegun.
 */
export type Begun<T> = T & { readonly [begun]: true };

/** Says that a record will be changed from what it is now. */
export const begunWith = <T>(record: T): Begun<T> => record as Begun<T>;

/** The payload of an update: the changed fields, and under `base` what each was, so that two people's edits of different fields both win. */
export function editOf<C extends Values>(
  resource: Resource,
  record: Begun<{ readonly id: string; readonly updated_at: string }>,
  changes: C,
): { id: string; base: Record<string, unknown> } & C {
  const before: Values = { ...record };
  const base: Record<string, unknown> = { updated_at: record.updated_at };
  for (const name of Object.keys(shownValues(resource, changes))) base[name] = before[name] ?? null;
  return { id: record.id, ...changes, base };
}

/** The effect of a create. */
export function created(resource: Resource, payload: Values, moment: Moment): Effect {
  const values: Values = { ...draftOf(resource, payload, moment) };
  return { collection: resource.collection, id: String(payload.id), change: "created", values };
}

/** The effect of an update, by its payload. */
export function edited(resource: Resource, payload: Values): Effect {
  const values = shownValues(resource, payload);
  return { collection: resource.collection, id: String(payload.id), change: "changed", values };
}

/** The effect of an operation that changes these fields of a record. */
export function changed<R extends Resource>(resource: R, id: string, values: Partial<RecordOf<R>>): Effect {
  return edited(resource, { ...values, id });
}

/** The effect of a delete. */
export function deleted(resource: Resource, id: string): Effect {
  return { collection: resource.collection, id, change: "deleted", values: {} };
}
