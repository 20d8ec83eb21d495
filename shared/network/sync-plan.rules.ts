// What a plan is made of: the router's rows as read, the steps to take, their groups.
import type { Adoption, PlanKind } from "./agent-wire.ts";

/** A /ppp/secret row as printed; the password is never read. */
export interface ActualSecret {
  ros_id: string;
  name: string;
  profile: string;
  service: string;
  disabled: boolean;
  comment: string;
  caller_id: string;
  remote_address: string;
}

/** A /ppp/profile row as printed. */
export interface ActualProfile {
  ros_id: string;
  name: string;
  rate_limit: string;
  remote_address: string;
  comment: string;
}

export interface ActualState {
  secrets: readonly ActualSecret[];
  profiles: readonly ActualProfile[];
}

/** Values by RouterOS field name, as they go into add or set. */
export type Fields = Readonly<Record<string, string>>;

/** One row of a plan: what to write, or why nothing is written. */
export interface PlanStep {
  what: "secret" | "profile";
  name: string;
  customer_id: string | null;
  /** Null for rows that are to be created. */
  ros_id: string | null;
  /** Owned fields to write; empty where nothing is to be written. */
  write: Fields;
  /** The same fields as they are now. */
  before: Fields;
  /** True: the row is to be removed (REMOVE_USER). */
  remove: boolean;
  reason: string | null;
  /** A conflict that naming the row in `adopt` solves. */
  adoptable: boolean;
}

export type SyncPlan = Readonly<Record<PlanKind, PlanStep[]>>;

export interface PlanOptions {
  /** Unmarked rows that the operator hands over, by name. */
  adopt?: Adoption;
  /** Write passwords whose last pushed version is not known (UPSERT_USER: somebody just set one). */
  write_unknown_passwords?: boolean;
}

/** The fields of `wanted` that differ from `actual`, with what they are now. */
export function difference(wanted: Fields, actual: Fields): { write: Fields; before: Fields } {
  const names = Object.keys(wanted).filter((name) => wanted[name] !== actual[name]);
  const pick = (from: Fields): Fields => Object.fromEntries(names.map((name) => [name, from[name] ?? ""]));
  return { write: pick(wanted), before: pick(actual) };
}

/** Is there anything to write? */
export const hasAny = (fields: Fields): boolean => Object.keys(fields).length > 0;

/** A step that writes nothing but for the given values. */
export function step(what: PlanStep["what"], name: string, values: Partial<PlanStep>): PlanStep {
  return {
    what,
    name,
    customer_id: null,
    ros_id: null,
    write: {},
    before: {},
    remove: false,
    reason: null,
    adoptable: false,
    ...values,
  };
}

/** A plan without steps. */
export const emptyPlan = (): SyncPlan => ({
  create: [],
  update: [],
  enable: [],
  disable: [],
  orphan: [],
  foreign: [],
  conflict: [],
});

/** Steps that write to the router. */
export function writingSteps(plan: SyncPlan): PlanStep[] {
  return [...plan.create, ...plan.update, ...plan.enable, ...plan.disable, ...plan.orphan].filter(
    (candidate) => candidate.remove || hasAny(candidate.write),
  );
}
