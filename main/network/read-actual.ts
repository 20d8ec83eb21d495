// What a job needs to know of its router, with as few rows printed as will do.
import type { LeasedJob } from "../../shared/network/agent-wire.ts";
import { parseMarker } from "../../shared/network/comment.rules.ts";
import { EXPECTED_MIN } from "../../shared/network/guard.rules.ts";
import type { ActualState } from "../../shared/network/sync-plan.rules.ts";
import type { RouterSession } from "./driver.ts";
import { readProfiles, readSecrets } from "./routeros/provisioning.ts";

/** Up to this many users are looked up by name instead of printing the whole table. */
export const NAMED_USERS_MAX = 8;

/** True for a job that prints the router's tables as a whole. */
const isWhole = ({ desired }: LeasedJob): boolean =>
  desired.complete || desired.users.length + desired.remove.length > NAMED_USERS_MAX;

/** Names under which the job's users may stand on the router. */
function secretNames({ desired }: LeasedJob): string[] {
  const names = desired.users.flatMap(({ username, known_as }) =>
    known_as ? [username, known_as] : [username],
  );
  return [...new Set([...names, ...desired.remove.map(({ username }) => username)])];
}

/** Profiles that the job writes or puts users on. */
function profileNames({ desired }: LeasedJob): string[] {
  const expired = desired.suspend_mode === "EXPIRED_PROFILE" ? desired.expired_profile : null;
  return [...new Set([...desired.profiles.map(({ name }) => name), ...(expired === null ? [] : [expired])])];
}

/**
 * The router's side, as far as the job concerns it: for somebody in particular one look-up by name, else whole tables.
 * A profile that a package was renamed away from is found by its marker alone, so a job about a profile reads them all.
 */
export async function readActual(session: RouterSession, job: LeasedJob): Promise<ActualState> {
  if (isWhole(job)) {
    const profiles = await readProfiles(session);
    return { profiles, secrets: await readSecrets(session) };
  }
  const names = secretNames(job);
  const [profiles, secrets] = await Promise.all([
    readProfiles(session, job.kind === "SYNC_PROFILE" ? undefined : profileNames(job)),
    names.length === 0 ? [] : readSecrets(session, names),
  ]);
  return { profiles, secrets };
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
  const isOurs = ({ comment }: { comment: string }): boolean =>
    parseMarker(comment)?.tenant_marker === job.desired.tenant_marker;
  if (actual.secrets.some(isOurs)) proven.add(session);
  if (!missing || proven.has(session) || job.known_users < EXPECTED_MIN || job.witnesses.length === 0)
    return false;
  const ours = (await readSecrets(session, job.witnesses)).some(isOurs);
  if (ours) proven.add(session);
  return !ours;
}
