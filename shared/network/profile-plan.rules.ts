// The plan for PPP profiles: one for each profile name that packages ask for.
import type { DesiredProfile, DesiredState } from "./agent-wire.ts";
import { commentFor, formatComment, parseMarker } from "./comment.rules.ts";
import {
  type ActualProfile,
  type ActualState,
  difference,
  type Fields,
  hasAny,
  type SyncPlan,
  step,
} from "./sync-plan.rules.ts";
import { formatRateLimit, normaliseRateLimit } from "./units.rules.ts";

/** RouterOS's own profiles: every hand-made user is on one of them, so they are never written. */
export const OWN_PROFILES: readonly string[] = ["default", "default-encryption"];
/** Their ids, which stay when somebody renames them. */
const OWN_PROFILE_IDS: readonly string[] = ["*0", "*FFFFFFFE"];

const isRoutersOwn = (row: Pick<ActualProfile, "name" | "ros_id">): boolean =>
  OWN_PROFILES.includes(row.name) || OWN_PROFILE_IDS.includes(row.ros_id.toUpperCase());

const sameRate = (left: string, right: string): boolean =>
  normaliseRateLimit(left) === normaliseRateLimit(right);

/** Packages may share a profile; the first one of a name stands for all, another rate under the same name is refused. */
function distinct(plan: SyncPlan, desired: DesiredState): DesiredProfile[] {
  const first = new Map<string, DesiredProfile>();
  for (const profile of desired.profiles) {
    const known = first.get(profile.name);
    if (!known) first.set(profile.name, profile);
    else if (!sameRate(formatRateLimit(known.rate_limit), formatRateLimit(profile.rate_limit)))
      plan.conflict.push(
        step("profile", profile.name, { reason: "two packages want different rates of this profile" }),
      );
  }
  return [...first.values()];
}

/** The row with the name, else the row that the package had under a name that nobody wants any more. */
function find(
  wanted: DesiredProfile,
  actual: ActualState,
  desired: DesiredState,
  taken: Set<string>,
): ActualProfile | undefined {
  const named = actual.profiles.find((row) => row.name === wanted.name);
  if (named) return named;
  const still_wanted = new Set(desired.profiles.map((profile) => profile.name));
  return actual.profiles.find((row) => {
    const marker = parseMarker(row.comment);
    const own = marker?.tenant_marker === desired.tenant_marker && marker.id === wanted.package_id;
    return own && !isRoutersOwn(row) && !still_wanted.has(row.name) && !taken.has(row.ros_id);
  });
}

function create(plan: SyncPlan, wanted: DesiredProfile, tenant_marker: string, pool: Fields): void {
  const comment = formatComment(tenant_marker, wanted.package_id, wanted.name, "");
  const write = { name: wanted.name, "rate-limit": formatRateLimit(wanted.rate_limit), ...pool, comment };
  plan.create.push(step("profile", wanted.name, { write }));
}

function change(
  plan: SyncPlan,
  wanted: DesiredProfile,
  row: ActualProfile,
  desired: DesiredState,
  pool: Fields,
): void {
  // A package that shares the profile may have written its own id: that is as good.
  const shares = desired.profiles
    .filter((profile) => profile.name === wanted.name)
    .map((profile) => profile.package_id);
  const marked = parseMarker(row.comment)?.id ?? "";
  const id = shares.includes(marked) ? marked : wanted.package_id;
  const comment = commentFor(row.comment, desired.tenant_marker, id, wanted.name);
  const rate_limit = formatRateLimit(wanted.rate_limit);
  const now = {
    name: row.name,
    "rate-limit": normaliseRateLimit(row.rate_limit),
    "remote-address": row.remote_address,
    comment: row.comment,
  };
  const target = { name: wanted.name, "rate-limit": normaliseRateLimit(rate_limit), ...pool };
  const { write, before } = difference({ ...target, ...(comment === null ? {} : { comment }) }, now);
  if (!hasAny(write)) return;
  const spelled = write["rate-limit"] === undefined ? write : { ...write, "rate-limit": rate_limit };
  plan.update.push(step("profile", wanted.name, { ros_id: row.ros_id, write: spelled, before }));
}

/**
 * Adds the profiles' steps to the plan. Profiles nobody asks for any more are left on the router, and so are RouterOS's
 * own whatever is asked.
 * @param adopted names of hand-made profiles that the operator hands over.
 */
export function planProfiles(
  plan: SyncPlan,
  desired: DesiredState,
  actual: ActualState,
  adopted: ReadonlySet<string>,
): void {
  const taken = new Set<string>();
  for (const wanted of distinct(plan, desired)) {
    const pool: Fields = wanted.address_pool ? { "remote-address": wanted.address_pool } : {};
    const row = find(wanted, actual, desired, taken);
    if (isRoutersOwn({ name: wanted.name, ros_id: row?.ros_id ?? "" })) {
      const reason = "this is RouterOS's own profile, which is never changed: give the package another one";
      plan.conflict.push(step("profile", wanted.name, { ros_id: row?.ros_id ?? null, reason }));
      continue;
    }
    if (!row) {
      create(plan, wanted, desired.tenant_marker, pool);
      continue;
    }
    taken.add(row.ros_id);
    const marker = parseMarker(row.comment);
    const ours = marker?.tenant_marker === desired.tenant_marker;
    if (ours || (marker === null && adopted.has(row.name))) {
      change(plan, wanted, row, desired, pool);
      continue;
    }
    // A profile kept by hand that says the same already serves; one that differs needs the operator's word.
    if (sameRate(row.rate_limit, formatRateLimit(wanted.rate_limit))) continue;
    const reason =
      marker === null
        ? "a profile of this name was made by hand with another rate; take it over by its name"
        : "a profile of this name carries another tenant's marker";
    const adoptable = marker === null;
    plan.conflict.push(step("profile", wanted.name, { ros_id: row.ros_id, reason, adoptable }));
  }
}
