// What has to change on a router: the plan from the desired and the actual state. Pure; a dry run is this without the
// writing, and planning again after the writing yields nothing. Kinds of rows are declared in row-kinds.ts.
import { commentFor, formatComment, UNREADABLE } from "../comment.rules.ts";
import { normaliseRateLimit } from "../units.rules.ts";
import { isClosedByListAlone, isOneAddress, openersOf, whyOpen } from "./left-open.rules.ts";
import { moreAddresses } from "./more-addresses.rules.ts";
import { ADOPT_AS, type DesiredState, type DesiredUser, ROW_WHATS, type RowWhat } from "./plan-wire.ts";
import { difference, KINDS, type RowKind, takenBack } from "./row-kinds.ts";
import {
  type ActualRow,
  type ActualState,
  emptyPlan,
  type Fields,
  markerOf,
  type PlanOptions,
  type PlanStep,
  type SyncPlan,
  step,
  type WantedRow,
} from "./rows.ts";
import { wantedProfiles, whatOf } from "./wanted-profiles.ts";
import { closes, type HasProfile, LOGIN_ROW, wantedOf } from "./wanted-users.ts";

/** The rows of one kind as they can be looked up. */
interface Table {
  kind: RowKind;
  rows: readonly ActualRow[];
  by_identity: Map<string, ActualRow>;
  by_owner: Map<string, ActualRow[]>;
  adopted: ReadonlySet<string>;
  /** Rows that this plan has given to a customer or profile, and rows that a conflict named. */
  claimed: Set<string>;
  spoken_of: Set<string>;
  /** Names and addresses that a wanted row has taken. */
  taken: Set<string>;
}

const comment = (row: ActualRow): string => row.fields["comment"] ?? "";
const nameOf = (table: Table, row: ActualRow): string => row.fields[table.kind.key] ?? "";

function indexed(what: RowWhat, actual: ActualState, desired: DesiredState, options: PlanOptions): Table {
  const kind = KINDS[what];
  const by_identity = new Map<string, ActualRow>();
  const by_owner = new Map<string, ActualRow[]>();
  for (const row of actual[what]) {
    const marker = markerOf(row);
    const ours = marker?.tenant_marker === desired.tenant_marker && !kind.isBuiltIn(row);
    if (ours) {
      const rows = by_owner.get(marker.id);
      if (rows) rows.push(row);
      else by_owner.set(marker.id, [row]);
    }
    for (const identity of kind.identities(row.fields)) {
      // Rows of ours are found first, those that the router made itself last.
      const known = by_identity.get(identity);
      if (!known || ours || kind.isBuiltIn(known)) by_identity.set(identity, row);
    }
  }
  const adopted = new Set(options.adopt?.[ADOPT_AS[what]]);
  return {
    kind,
    rows: actual[what],
    by_identity,
    by_owner,
    adopted,
    claimed: new Set(),
    spoken_of: new Set(),
    taken: new Set(),
  };
}

interface Planning {
  plan: SyncPlan;
  desired: DesiredState;
  tables: Readonly<Record<RowWhat, Table>>;
  /** Hotspot profiles by name, with the rate-limit that we wrote last. */
  written: ReadonlyMap<string, string>;
  /** Customers whose line is closed now, in whichever way. Worked out when a row first differs. */
  closed: () => ReadonlySet<string>;
}

function refuse(planning: Planning, wanted: WantedRow, reason: string, more: Partial<PlanStep> = {}): void {
  const { customer_id, what, name } = wanted;
  planning.plan.conflict.push(step(what, name, { customer_id, reason, ...more }));
}

/**
 * Without comments nothing tells whose a row is but that we wrote one of its name, and it still says that or what is
 * wanted now: then we wrote it a moment ago, and the word of it was lost.
 */
function isWritten({ written }: Planning, { kind }: Table, row: ActualRow, wanted: WantedRow): boolean {
  if (kind.has_comment) return false;
  const last = written.get(row.fields[kind.key] ?? "");
  const says = normaliseRateLimit(row.fields["rate-limit"] ?? "");
  return (
    last !== undefined &&
    [last, wanted.fields["rate-limit"] ?? ""].some((text) => normaliseRateLimit(text) === says)
  );
}

/** The wanted row's own row: by marker, or null. Profiles are everybody's in the tenant, and named before marked. */
function ownRow(planning: Planning, table: Table, wanted: WantedRow): ActualRow | null {
  const { kind } = table;
  const { desired } = planning;
  const same = (row: ActualRow): boolean => row.fields[kind.key] === wanted.name;
  if (kind.of_customer) {
    const own = table.by_owner.get(wanted.owners[0]);
    if (own === undefined || own.length === 1) return own?.[0] ?? null;
    const list = wanted.fields["list"];
    return own.find((row) => same(row) && row.fields["list"] === list) ?? own.find(same) ?? own[0] ?? null;
  }
  const named = table.by_identity.get(wanted.name);
  if (named) {
    const ours = markerOf(named)?.tenant_marker === desired.tenant_marker;
    return ours || isWritten(planning, table, named, wanted) ? named : null;
  }
  const still_wanted = new Set(
    desired.profiles.filter((profile) => whatOf(profile) === kind.what).map(({ name }) => name),
  );
  const renamed = (table.by_owner.get(wanted.owners[0]) ?? []).find(
    (row) => !still_wanted.has(nameOf(table, row)) && !table.claimed.has(row.ros_id),
  );
  return renamed ?? null;
}

interface Claim {
  row?: ActualRow;
  reason?: string;
  adoptable?: boolean;
  /** A foreign row that says the same: nothing is to be done. */
  served?: boolean;
}

/** Whether a row that we did not make may be ours from now on, or why not. */
function claimForeign(table: Table, wanted: WantedRow, found: ActualRow): Claim {
  const { kind } = table;
  const marker = markerOf(found);
  const name = nameOf(table, found);
  const adopted = marker === null && table.adopted.has(name);
  const like = name === wanted.name ? `a ${kind.noun} of this name` : `a ${kind.noun} of this address`;
  const is_open = marker === null || !kind.of_customer;
  if (is_open && !adopted && kind.serves(found.fields, wanted.fields)) return { served: true };
  if (marker !== null)
    return {
      reason: kind.of_customer
        ? `${like} is marked as another customer's`
        : `${like} carries another tenant's marker`,
    };
  if (comment(found).includes(UNREADABLE) && kind.of_customer)
    return {
      reason: `${like} was made by hand and its comment is no UTF-8; mark or rename it on the router`,
    };
  const unadoptable = kind.unadoptable(found.fields, wanted.fields);
  if (unadoptable !== null) return { reason: unadoptable };
  if (adopted) return { row: found };
  const rate = kind.of_customer ? "" : " with another rate";
  return { reason: `${like} was made by hand${rate}; take it over by its name`, adoptable: true };
}

/** The row that is the wanted one's, or why none can be used. Neither: to be created. */
function claim(planning: Planning, table: Table, wanted: WantedRow): Claim {
  const { kind, taken } = table;
  const places = kind.lookUp(wanted.fields);
  const twice = places.some((place) => taken.has(place));
  for (const place of places) taken.add(place);
  if (twice) return { reason: "two customers have this user name or address" };
  const row = ownRow(planning, table, wanted);
  let other: ActualRow | undefined;
  for (const identity of kind.identities(wanted.fields)) {
    const found = table.by_identity.get(identity);
    if (found !== row) other ??= found;
  }
  // A queue that the router made for the same address does not stand in the way of one with another name.
  const stands = other && (!kind.isBuiltIn(other) || nameOf(table, other) === wanted.name);
  // What serves the line as it is needs no second of ours, and ours may be what still closes it.
  if (row && stands && other && wanted.enabled && kind.second === "REMOVED" && markerOf(other) === null)
    if (kind.serves(other.fields, wanted.fields)) return { served: true };
  if (row)
    return stands
      ? { reason: `the new name or address belongs to another ${kind.noun} on the router` }
      : { row };
  if (!other) return {};
  if (!kind.isBuiltIn(other)) return claimForeign(table, wanted, other);
  return stands ? { reason: `the router keeps a ${kind.noun} of this name by itself: it is left alone` } : {};
}

function createRow({ plan, desired, closed }: Planning, kind: RowKind, wanted: WantedRow): void {
  const { what, name, customer_id } = wanted;
  const text = formatComment(desired.tenant_marker, wanted.owners[0], wanted.human, "");
  const marked: Fields = kind.has_comment ? { comment: text } : {};
  const write = { ...wanted.fields, ...wanted.password.value, ...marked };
  // An entry that closes the line is the closing itself; every other new row is a new row.
  const newly = what === "address_list" && wanted.enabled === false && !closed().has(customer_id ?? "");
  (newly ? plan.disable : plan.create).push(step(what, name, { customer_id, write }));
}

function changeRow(planning: Planning, kind: RowKind, wanted: WantedRow, row: ActualRow): void {
  const { plan, desired, closed } = planning;
  const { what, name, customer_id, owners, password } = wanted;
  // A package that shares the profile may have written its own id: that is as good.
  const marked = (owners.length > 1 && owners.find((id) => id === markerOf(row)?.id)) || owners[0];
  const text = kind.has_comment
    ? commentFor(comment(row), desired.tenant_marker, marked, wanted.human)
    : null;
  const said = text === null ? wanted.fields : { ...wanted.fields, comment: text };
  const back = takenBack(kind, wanted.earlier, row.fields);
  const all = back === null ? said : { ...said, ...back };
  const differing = difference(kind, all, row.fields);
  // As nearly all are: right already.
  if (differing.length === 0 && !password.is_new) return;
  const moves = wanted.enabled !== null && closed().has(customer_id ?? "") === wanted.enabled;
  // A line that moves between served and closed is an enable or disable; any other difference is an update.
  const moved = moves ? differing.filter((field) => wanted.service.includes(field)) : [];
  const changed = differing.filter((field) => !moved.includes(field));
  const values = (fields: readonly string[]): Partial<PlanStep> => ({
    customer_id,
    ros_id: row.ros_id,
    write: pick(all, fields),
    before: pick(row.fields, fields),
  });
  const update = values(changed);
  if (password.is_new) update.write = { ...update.write, ...password.value };
  if (changed.length > 0 || password.is_new) plan.update.push(step(what, name, update));
  const group = wanted.enabled ? plan.enable : plan.disable;
  if (moved.length > 0) group.push(step(what, name, values(moved)));
}

/** These fields of a row; one that it does not have is empty. */
const pick = (from: Fields, fields: readonly string[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, from[field] ?? ""]));

function planRow(planning: Planning, wanted: WantedRow): void {
  const table = planning.tables[wanted.what];
  const { kind } = table;
  const builtIn = kind.of_customer ? undefined : table.by_identity.get(wanted.name);
  if (!kind.of_customer && kind.isBuiltIn({ ros_id: builtIn?.ros_id ?? "", fields: { name: wanted.name } })) {
    const reason = "this is RouterOS's own profile, which is never changed: give the package another one";
    refuse(planning, wanted, reason, { ros_id: builtIn?.ros_id ?? null });
    return;
  }
  const { row, reason, adoptable = false, served = false } = claim(planning, table, wanted);
  if (reason !== undefined) {
    const places = kind.identities(wanted.fields);
    const found = places.map((identity) => table.by_identity.get(identity)).find((one) => one !== undefined);
    // Under its own name, by which it is handed over.
    const name = adoptable && found ? nameOf(table, found) : wanted.name;
    refuse(planning, { ...wanted, name }, reason, { ros_id: found?.ros_id ?? null, adoptable });
    for (const id of wanted.owners)
      for (const own of table.by_owner.get(id) ?? []) table.claimed.add(own.ros_id);
    if (found) table.spoken_of.add(found.ros_id);
    return;
  }
  if (row) {
    table.claimed.add(row.ros_id);
    changeRow(planning, kind, wanted, row);
  } else if (served) {
    return;
  } else if (wanted.lacking === null) {
    createRow(planning, kind, wanted);
  } else if (wanted.served) {
    refuse(planning, wanted, wanted.lacking);
  }
}

/** Takes rows of the customer's off that none is wanted of: another connection type's, or what kept the line closed. */
function planLeftovers(planning: Planning, user: DesiredUser, wanted: readonly WantedRow[]): void {
  const { plan, tables, desired, closed } = planning;
  for (const what of ROW_WHATS) {
    const table = tables[what];
    if (!table.kind.of_customer || table.by_owner.size === 0) continue;
    const is_wanted = wanted.some((row) => row.what === what);
    if (is_wanted && table.kind.second === "LISTED") continue;
    for (const row of table.by_owner.get(user.customer_id) ?? []) {
      if (table.claimed.has(row.ros_id)) continue;
      table.claimed.add(row.ros_id);
      const { customer_id } = user;
      const closing = closes(what, row.fields, user, desired) && what === "address_list";
      const opening = user.enabled && closed().has(customer_id) ? plan.enable : plan.update;
      const group = closing ? opening : plan.orphan;
      group.push(step(what, nameOf(table, row), { customer_id, ros_id: row.ros_id, remove: true }));
    }
  }
}

/**
 * Says what else keeps a closed line open: its address on the list of lines served, in a row that is not the customer's. One
 * that is handed over becomes theirs, so that the next round takes it off as their second.
 */
function planOpeners({ plan, desired, tables }: Planning): void {
  const table = tables.address_list;
  const find = openersOf(table.rows, desired);
  for (const user of desired.users.filter(isClosedByListAlone)) {
    const { customer_id, remote_address } = user;
    for (const row of find(customer_id, remote_address ?? "")) {
      const { ros_id } = row;
      const name = nameOf(table, row);
      const marker = markerOf(row);
      table.spoken_of.add(ros_id);
      const text = commentFor(comment(row), desired.tenant_marker, customer_id, user.name);
      const adoptable = marker === null && text !== null && isOneAddress(name) && !table.kind.isBuiltIn(row);
      if (adoptable && table.adopted.has(name)) {
        const values = { write: { comment: text }, before: pick(row.fields, ["comment"]) };
        plan.update.push(step("address_list", name, { customer_id, ros_id, ...values }));
        continue;
      }
      const reason = whyOpen(desired.active_address_list, marker !== null, adoptable);
      plan.conflict.push(step("address_list", name, { customer_id, ros_id, reason, adoptable }));
    }
  }
}

function planRemovals({ plan, desired, tables }: Planning): void {
  for (const { customer_id, username, connection } of desired.remove) {
    for (const what of ROW_WHATS) {
      const table = tables[what];
      if (!table.kind.of_customer) continue;
      for (const row of table.by_owner.get(customer_id) ?? []) {
        if (table.claimed.has(row.ros_id)) continue;
        table.claimed.add(row.ros_id);
        const values = { customer_id, ros_id: row.ros_id, remove: true };
        plan.orphan.push(step(what, nameOf(table, row), values));
      }
    }
    const what = LOGIN_ROW[connection];
    const table = tables[what];
    const named = table.rows.find((row) => nameOf(table, row) === username);
    if (!named || table.claimed.has(named.ros_id) || table.kind.isBuiltIn(named)) continue;
    table.claimed.add(named.ros_id);
    const reason = `a ${table.kind.noun} of this name does not carry this customer's marker: it is left alone`;
    plan.conflict.push(step(what, username, { customer_id, ros_id: named.ros_id, reason }));
  }
}

/** Of a whole sync: the remaining rows, ours without a customer and those made by hand. */
function listRest({ plan, desired, tables }: Planning): void {
  const lists = new Set([desired.suspend_address_list, desired.active_address_list]);
  for (const what of ROW_WHATS) {
    const table = tables[what];
    if (!table.kind.of_customer) continue;
    for (const row of table.rows) {
      if (table.claimed.has(row.ros_id) || table.spoken_of.has(row.ros_id) || table.kind.isBuiltIn(row))
        continue;
      const marker = markerOf(row);
      const ours = marker?.tenant_marker === desired.tenant_marker;
      // Other address lists are nothing to do with lines.
      if (!ours && what === "address_list" && !lists.has(row.fields["list"] ?? "")) continue;
      const values = { customer_id: ours ? marker.id : null, ros_id: row.ros_id };
      (ours ? plan.orphan : plan.foreign).push(step(what, nameOf(table, row), values));
    }
  }
}

/** Customers whose line some row of theirs keeps closed. */
function closedNow(desired: DesiredState, tables: Planning["tables"]): Set<string> {
  const closed = new Set<string>();
  for (const what of ROW_WHATS) {
    const { kind, by_owner } = tables[what];
    if (!kind.of_customer || by_owner.size === 0) continue;
    for (const user of desired.users)
      if (by_owner.get(user.customer_id)?.some((row) => closes(what, row.fields, user, desired)))
        closed.add(user.customer_id);
  }
  return closed;
}

/** Whether a profile will be on the router once the plan is carried out. */
function profilesAfter({ plan, tables }: Planning): HasProfile {
  const steps = [...plan.create, ...plan.update].filter(({ what }) => !KINDS[what].of_customer);
  return (what, name) => {
    if (steps.some((one) => one.what === what && one.write["name"] === name)) return true;
    const renamed = steps.some((one) => one.what === what && one.before["name"] === name);
    return tables[what].by_identity.has(name) && !renamed;
  };
}

/**
 * The plan that turns `actual` into `desired`. Touches only rows that carry the tenant's marker or that `adopt` names
 * and without another marker, and of those only the fields that are ours.
 */
export function planSync(desired: DesiredState, actual: ActualState, options: PlanOptions = {}): SyncPlan {
  const tables = Object.fromEntries(
    ROW_WHATS.map((what) => [what, indexed(what, actual, desired, options)]),
  ) as Record<RowWhat, Table>;
  const written = new Map(
    desired.profiles.flatMap(({ connection, name, written: last }) =>
      connection === "HOTSPOT" && last ? [[name, last] as const] : [],
    ),
  );
  let closed: ReadonlySet<string> | null = null;
  const planning: Planning = {
    plan: emptyPlan(),
    desired,
    tables,
    written,
    closed: () => {
      closed ??= closedNow(desired, tables);
      return closed;
    },
  };
  for (const wanted of wantedProfiles(planning.plan, desired)) planRow(planning, wanted);
  const router = { has: profilesAfter(planning), more: moreAddresses(actual) };
  const wanted = desired.users.map((user) => ({ user, rows: wantedOf(user, desired, router, options) }));
  for (const { rows } of wanted) for (const row of rows) planRow(planning, row);
  for (const { user, rows } of wanted) planLeftovers(planning, user, rows);
  planOpeners(planning);
  planRemovals(planning);
  if (desired.complete) listRest(planning);
  return planning.plan;
}
