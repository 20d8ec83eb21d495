// Which running sessions a job ends: a session outlives every change of its login.
import type { LeasedJob, ObservedSession } from "../../../shared/network/agent-wire.ts";
import { moreAddresses } from "../../../shared/network/plan/more-addresses.rules.ts";
import { type ActualState, type SyncPlan, writingSteps } from "../../../shared/network/plan/rows.ts";
import { closingOf, LOGIN_ROW } from "../../../shared/network/plan/wanted-users.ts";
import type { RouterSession } from "../driver.ts";
import { kick, readHotspotSessions, readSessions, type SessionKind } from "../routeros/provisioning.ts";
import { NAMED_USERS_MAX } from "./read-actual.ts";

/** Names by where they are signed in. */
type Names = Record<SessionKind, Set<string>>;

/** Whose session ends, whichever address it has, and whose only where it has another than this one. */
interface Ends extends Names {
  elsewhere: Map<string, string>;
}

const ADDRESS_FIELDS = ["remote-address", "address"] as const;
const SIGNED_IN = { secret: "PPPOE", hotspot_user: "HOTSPOT", queue: null } as const;

/** Whose running session must end, judged by the state before the writes. */
export function sessionsToEnd(job: LeasedJob, plan: SyncPlan, actual: ActualState): Ends {
  const { desired } = job;
  const ends: Ends = { PPPOE: new Set(), HOTSPOT: new Set(), elsewhere: new Map() };
  const steps = writingSteps(plan);
  for (const what of ["secret", "hotspot_user"] as const) {
    const changed = new Set<string>();
    for (const step of steps) {
      if (step.what !== what || step.ros_id === null) continue;
      const { remove, write, before } = step;
      // A new profile or name reaches only new sessions; a login that was merely disabled left none behind.
      const renewed = write["profile"] !== undefined || write["name"] !== undefined;
      // Its former address is another customer's from now on, or may be.
      const moves = ADDRESS_FIELDS.some((field) => write[field] !== undefined && before[field]);
      const matters = remove || renewed || moves;
      if (matters || write["disabled"] === "yes") changed.add(step.ros_id);
    }
    for (const { ros_id, fields } of changed.size === 0 ? [] : actual[what])
      if (fields["name"] && changed.has(ros_id)) ends[SIGNED_IN[what]].add(fields["name"]);
  }
  const has = (what: "profile" | "hotspot_profile", name: string): boolean =>
    actual[what].some(({ fields }) => fields["name"] === name);
  const router = { has, more: moreAddresses(actual) };
  const repeated = job.attempts > 0 && job.kind !== "SYNC_ROUTER";
  for (const user of desired.users) {
    const kind = SIGNED_IN[LOGIN_ROW[user.connection]];
    if (kind === null || (user.enabled && !repeated)) continue;
    const { by } = closingOf(user, desired, router);
    // The list names the address that the login gives: a session from before it did has another, which no list closes.
    if (!user.enabled && by === "LIST" && kind === "PPPOE" && user.remote_address !== null)
      ends.elsewhere.set(user.username, user.remote_address);
    // A session may have outlived its login's suspension when an earlier attempt broke off before the kick.
    const again = repeated && (job.kind === "DISABLE_USER" ? by !== "LIST" : by === "PROFILE");
    if ((!user.enabled && by === "DISABLING") || again) ends[kind].add(user.username);
  }
  const removed = new Set(
    steps.filter(({ remove }) => remove).map(({ what, ros_id }) => `${what} ${ros_id}`),
  );
  for (const { customer_id, username, connection } of desired.remove) {
    const kind = SIGNED_IN[LOGIN_ROW[connection]];
    const conflict = plan.conflict.some((step) => step.customer_id === customer_id);
    // Who keeps a login of this name signs in again at once: another customer's by now, or one that the router made itself.
    const stays = actual[LOGIN_ROW[connection]].some(
      ({ ros_id, fields }) =>
        fields["name"] === username && !removed.has(`${LOGIN_ROW[connection]} ${ros_id}`),
    );
    const taken = stays || desired.users.some((user) => user.username === username);
    if (kind !== null && !conflict && !taken) ends[kind].add(username);
  }
  for (const step of plan.conflict)
    if (step.what === "secret" || step.what === "hotspot_user") {
      ends[SIGNED_IN[step.what]].delete(step.name);
      ends.elsewhere.delete(step.name);
    }
  return ends;
}

/** Ends the sessions. @returns the names of those that had one. Throws the signal's reason once it is aborted. */
export async function endSessions(
  session: RouterSession,
  { elsewhere, ...names }: Ends,
  signal: AbortSignal,
): Promise<Set<string>> {
  const kicked = new Set<string>();
  for (const kind of ["PPPOE", "HOTSPOT"] as const) {
    const wanted = new Set([...names[kind], ...(kind === "PPPOE" ? elsewhere.keys() : [])]);
    if (wanted.size === 0) continue;
    const few = wanted.size > NAMED_USERS_MAX ? undefined : [...wanted];
    const live =
      kind === "PPPOE"
        ? await readSessions(session, { ...(few ? { names: few } : {}), counters: false })
        : await readHotspotSessions(session, few);
    for (const { username, ip_address, ros_id, session_id, uptime_seconds } of live) {
      if (!wanted.has(username)) continue;
      const is_named = names[kind].has(username);
      if (!is_named && ip_address === elsewhere.get(username)) continue;
      // Of several sessions of one login that one which was seen elsewhere.
      const meant = is_named ? {} : { ros_id, session_id, uptime_seconds };
      if (await kick(session, { username, connection: kind, ...meant }, signal)) kicked.add(username);
    }
  }
  return kicked;
}

/** Sessions of those whom the job is about; after a mass change the next look at the router tells them. */
export async function sessionsAfter(session: RouterSession, job: LeasedJob): Promise<ObservedSession[]> {
  const all = [...job.desired.users, ...job.desired.remove];
  if (all.length > NAMED_USERS_MAX) return [];
  const of = (kind: SessionKind): string[] =>
    all.filter(({ connection }) => SIGNED_IN[LOGIN_ROW[connection]] === kind).map(({ username }) => username);
  const [ppp, hotspot] = await Promise.all([
    readSessions(session, { names: of("PPPOE") }),
    readHotspotSessions(session, of("HOTSPOT")),
  ]);
  return [...ppp, ...hotspot];
}
