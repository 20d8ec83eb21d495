// What a plan is made of: the router's rows as read, the rows that are wanted, the steps to take, their groups.
import { type Marker, parseMarker } from "../comment.rules.ts";
import { type Adoption, type PlanKind, ROW_WHATS, type RowWhat } from "./plan-wire.ts";

/** Values by RouterOS field name, as they are printed and as they go into add or set. */
export type Fields = Readonly<Record<string, string>>;

/** A row as printed, with the columns that its kind reads; passwords are never read. */
export interface ActualRow {
  ros_id: string;
  fields: Fields;
  /** What its comment says, where it was taken apart when the row was read. */
  marker?: Marker | null;
}

/** Whose the row is, by the marker in its comment; null: not one of ours. */
export const markerOf = ({ marker, fields }: ActualRow): Marker | null =>
  marker === undefined ? parseMarker(fields["comment"] ?? "") : marker;

/** The router's rows, as far as they were read. */
export type ActualState = Readonly<Record<RowWhat, readonly ActualRow[]>>;

/** A router without rows, but for those given. */
export const actualState = (rows: Partial<ActualState> = {}): ActualState => ({
  profile: [],
  hotspot_profile: [],
  secret: [],
  hotspot_user: [],
  queue: [],
  address_list: [],
  ...rows,
});

/** A row as the router should hold it. */
export interface WantedRow {
  what: RowWhat;
  /** Who stands in the marker: a customer or a package; the first is written, the others are as good. */
  owners: readonly [string, ...string[]];
  customer_id: string | null;
  /** Who the row is about, behind the marker. */
  human: string;
  /** By what the row is called in the plan: the value of its kind's key. */
  name: string;
  /** Owned fields in the spelling that is written. */
  fields: Fields;
  /** What we wrote where nothing is wanted any more: taken back while the row still says it, since then it is ours. */
  earlier: Fields;
  /** Names of those owned fields that decide whether the line is served. */
  service: readonly string[];
  /** Written with a new row and when our own value changed; can not be compared. */
  password: { value: Fields; is_new: boolean };
  /** Whether the row opens (true) or closes (false) the line; null: it does neither. */
  enabled: boolean | null;
  /** Whether the line is to be served: of one that is not, no row is missing. */
  served: boolean;
  /** Why the row can not be made, should it not be there; null: it can. */
  lacking: string | null;
}

/** One row of a plan: what to write, or why nothing is written. */
export interface PlanStep {
  what: RowWhat;
  name: string;
  customer_id: string | null;
  /** Null for rows that are to be created. */
  ros_id: string | null;
  /** Owned fields to write; empty where nothing is to be written. */
  write: Fields;
  /** The same fields as they are now. */
  before: Fields;
  /** True: the row is to be removed. */
  remove: boolean;
  reason: string | null;
  /** A conflict that naming the row in `adopt` solves. */
  adoptable: boolean;
}

export type SyncPlan = Readonly<Record<PlanKind, PlanStep[]>>;

export interface PlanOptions {
  /** Unmarked rows that the operator hands over, by name. */
  adopt?: Partial<Adoption>;
  /** Write passwords whose last pushed version is not known (UPSERT_USER: one was just set). */
  write_unknown_passwords?: boolean;
}

/** Is there anything to write? */
const hasAny = (fields: Fields): boolean => Object.keys(fields).length > 0;

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

/** Steps that write to the router, in the order of writing. */
export function writingSteps(plan: SyncPlan): PlanStep[] {
  const steps = [...plan.create, ...plan.update, ...plan.enable, ...plan.disable, ...plan.orphan].filter(
    (candidate) => candidate.remove || hasAny(candidate.write),
  );
  return ROW_WHATS.flatMap((what) => steps.filter((candidate) => candidate.what === what));
}

/** Customers who would lose their line. */
export function losing(plan: SyncPlan): Set<string> {
  const given = new Set(plan.create.map(({ customer_id }) => customer_id));
  const stopped = [...plan.disable, ...plan.orphan.filter((candidate) => candidate.remove)];
  return new Set(
    stopped.flatMap(({ customer_id }) =>
      customer_id === null || given.has(customer_id) ? [] : [customer_id],
    ),
  );
}
