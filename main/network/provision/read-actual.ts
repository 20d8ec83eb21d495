// What a job needs to know of its router, with as few rows printed as will do.
import type { LeasedJob } from "../../../shared/network/agent-wire.ts";
import { EXPECTED_MIN } from "../../../shared/network/plan/guard.rules.ts";
import { isClosedByListAlone, networksAround } from "../../../shared/network/plan/left-open.rules.ts";
import {
  type Connection,
  type DesiredUser,
  ROW_WHATS,
  type RowWhat,
} from "../../../shared/network/plan/plan-wire.ts";
import { KINDS } from "../../../shared/network/plan/row-kinds.ts";
import { type ActualState, actualState, markerOf } from "../../../shared/network/plan/rows.ts";
import { LOGIN_ROW } from "../../../shared/network/plan/wanted-users.ts";
import type { RouterSession } from "../driver.ts";
import { readRows } from "../routeros/rows.ts";

/** Up to this many users are looked up by name instead of printing the whole table. */
export const NAMED_USERS_MAX = 8;

/** True for a job that prints the router's tables as a whole. */
const isWhole = ({ desired }: LeasedJob): boolean =>
  desired.complete || desired.users.length + desired.remove.length > NAMED_USERS_MAX;

type Queries = Map<RowWhat, Set<string>>;

function ask(queries: Queries, what: RowWhat, wanted: { name?: string; address?: string | null }): void {
  const { name = "", address } = wanted;
  const place = { name, ...(address ? { address, target: address } : {}) };
  const words = queries.get(what) ?? new Set<string>();
  for (const word of KINDS[what].lookUp(place)) words.add(word);
  queries.set(what, words);
}

/** Under the connections, names and addresses that the router may know the customer by. */
function askForUser(queries: Queries, user: DesiredUser): void {
  const { connection, known_connection, username, known_as, remote_address, known_address } = user;
  const connections: Connection[] = known_connection ? [connection, known_connection] : [connection];
  for (const each of new Set(connections)) {
    ask(queries, LOGIN_ROW[each], { name: username, address: remote_address });
    if (known_as) ask(queries, LOGIN_ROW[each], { name: known_as });
    if (known_address) ask(queries, LOGIN_ROW[each], { address: known_address });
  }
  // Another way of closing lines may have put them there.
  for (const address of [remote_address, known_address])
    ask(queries, "address_list", { address: address ?? null });
  // What was put on the list of lines served by hand may hold more than the one address.
  if (isClosedByListAlone(user))
    for (const address of networksAround(remote_address ?? "")) ask(queries, "address_list", { address });
}

/** Profiles that the job writes or puts users on. */
function askForProfiles(queries: Queries, { desired }: LeasedJob): void {
  const of = (connection: Connection): RowWhat => (connection === "HOTSPOT" ? "hotspot_profile" : "profile");
  for (const { connection, name } of desired.profiles) ask(queries, of(connection), { name });
  const { suspend_mode, expired_profile, users } = desired;
  // Whether it hands out addresses that no list would hold.
  if (suspend_mode === "ADDRESS_LIST")
    for (const { connection, enabled, profile } of users)
      if (connection === "PPPOE" && !enabled) ask(queries, "profile", { name: profile });
  if (suspend_mode !== "EXPIRED_PROFILE" || expired_profile === null) return;
  for (const { connection } of users)
    if (connection !== "STATIC") ask(queries, of(connection), { name: expired_profile });
}

/** What the job asks of each table; null: all of it. */
function questions(job: LeasedJob): Map<RowWhat, string[] | null> {
  if (isWhole(job)) return new Map(ROW_WHATS.map((what) => [what, null]));
  const queries: Queries = new Map();
  askForProfiles(queries, job);
  for (const user of job.desired.users) askForUser(queries, user);
  for (const { username, connection, address } of job.desired.remove) {
    ask(queries, LOGIN_ROW[connection], { name: username, address: address ?? null });
    ask(queries, "address_list", { address: address ?? null });
  }
  const asked = new Map<RowWhat, string[] | null>([...queries].map(([what, words]) => [what, [...words]]));
  // A profile that a package was renamed away from is found by its marker alone.
  if (job.kind === "SYNC_PROFILE") asked.set("profile", null);
  return asked;
}

/** Lines that need the table: without them a router that does not have it has no rows in it either. */
function needs(what: RowWhat, { desired }: LeasedJob): boolean {
  if (what === "profile" || what === "secret") return true;
  if (what === "hotspot_profile" || what === "hotspot_user")
    return desired.users.some(({ connection, enabled }) => connection === "HOTSPOT" && enabled);
  return desired.users.some(({ connection }) => connection === "STATIC");
}

/** The router's side, as far as the job concerns it: for one customer look-ups by name, else whole tables. */
export async function readActual(session: RouterSession, job: LeasedJob): Promise<ActualState> {
  const tables = await Promise.all(
    [...questions(job)].map(async ([what, queries]) => {
      const options = { optional: !needs(what, job), ...(queries === null ? {} : { queries }) };
      return [what, await readRows(session, what, options)] as const;
    }),
  );
  return actualState(Object.fromEntries(tables));
}

/** All that the product may ever write to, for the snapshot. */
export async function readEverything(session: RouterSession): Promise<ActualState> {
  const tables = await Promise.all(
    ROW_WHATS.map(async (what) => [what, await readRows(session, what, { optional: true })] as const),
  );
  return actualState(Object.fromEntries(tables));
}

/** Connections on which rows of ours were seen: a router that loses its configuration drops its connections. */
const proven = new WeakSet<RouterSession>();

/**
 * Whether the router holds none of the customers whom it is known to hold. Asked once a connection, and only where a
 * row that should be there is missing.
 */
export async function looksReset(
  session: RouterSession,
  job: LeasedJob,
  actual: ActualState,
  missing: boolean,
): Promise<boolean> {
  const hasOurs = (state: ActualState): boolean =>
    ROW_WHATS.some((what) =>
      state[what].some((row) => markerOf(row)?.tenant_marker === job.desired.tenant_marker),
    );
  if (ROW_WHATS.some((what) => KINDS[what].of_customer && hasOurs(actualState({ [what]: actual[what] }))))
    proven.add(session);
  if (!missing || proven.has(session) || job.known_users < EXPECTED_MIN || job.witnesses.length === 0)
    return false;
  const queries: Queries = new Map();
  for (const { username, connection } of job.witnesses)
    ask(queries, LOGIN_ROW[connection], { name: username });
  const found = await Promise.all(
    [...queries].map(
      async ([what, words]) =>
        [what, await readRows(session, what, { queries: [...words], optional: true })] as const,
    ),
  );
  const ours = hasOurs(actualState(Object.fromEntries(found)));
  if (ours) proven.add(session);
  return !ours;
}
