// What has to change on a router: the plan from the desired and the actual state. Pure; a dry run is this without the
// writing, and planning again after the writing yields nothing.
import type { DesiredSecret, DesiredState } from "./agent-wire.ts";
import { commentFor, formatComment, parseMarker, UNREADABLE } from "./comment.rules.ts";
import { planProfiles } from "./profile-plan.rules.ts";
import {
  type ActualSecret,
  type ActualState,
  difference,
  emptyPlan,
  type Fields,
  hasAny,
  type PlanOptions,
  type SyncPlan,
  step,
} from "./sync-plan.rules.ts";

const isOurs = (comment: string, tenant_marker: string): boolean =>
  parseMarker(comment)?.tenant_marker === tenant_marker;

/** The profile of suspended users, when this router will have it once its profiles are right; else null (DISABLE_SECRET). */
function suspendedProfile(plan: SyncPlan, desired: DesiredState, actual: ActualState): string | null {
  const { suspend_mode, expired_profile } = desired;
  if (suspend_mode !== "EXPIRED_PROFILE" || expired_profile === null) return null;
  const steps = [...plan.create, ...plan.update].filter((candidate) => candidate.what === "profile");
  if (steps.some((candidate) => candidate.write["name"] === expired_profile)) return expired_profile;
  const renamed = steps.some((candidate) => candidate.before["name"] === expired_profile);
  const exists = actual.profiles.some((profile) => profile.name === expired_profile);
  return exists && !renamed ? expired_profile : null;
}

/** profile and disabled as they should be: both suspension modes are undone by ENABLE, whichever was used. */
function serviceState(
  user: DesiredSecret,
  expired_profile: string | null,
): { profile: string; disabled: boolean } {
  if (user.enabled) return { profile: user.profile, disabled: false };
  return expired_profile === null
    ? { profile: user.profile, disabled: true }
    : { profile: expired_profile, disabled: false };
}

/** Is the row suspended now, by either mode? */
function isSuspended(actual: ActualSecret, user: DesiredSecret, desired: DesiredState): boolean {
  return actual.disabled || (actual.profile === desired.expired_profile && actual.profile !== user.profile);
}

function passwordField(user: DesiredSecret, write_unknown: boolean): Fields {
  const { password, password_version, pushed_password_version: pushed } = user;
  if (password === null) return {};
  const known = pushed !== null && pushed !== undefined && password_version !== null;
  return (known ? pushed !== password_version : write_unknown) ? { password } : {};
}

/** Router spelling of a MAC or caller id: compared and written in upper case. */
const callerId = (text: string | null): Fields => (text === null ? {} : { "caller-id": text.toUpperCase() });
const remoteAddress = (text: string | null): Fields => (text === null ? {} : { "remote-address": text });

function createSecret(
  plan: SyncPlan,
  user: DesiredSecret,
  desired: DesiredState,
  expired_profile: string | null,
): void {
  const { customer_id } = user;
  // Without a password no secret can be made; where no service is wanted none is missing.
  if (user.password === null && !user.enabled) return;
  if (user.password === null) {
    const reason = "the customer has no password, so no secret can be made";
    plan.conflict.push(step("secret", user.username, { customer_id, reason }));
    return;
  }
  const { profile, disabled } = serviceState(user, expired_profile);
  const write = {
    name: user.username,
    password: user.password,
    service: user.service,
    profile,
    ...remoteAddress(user.remote_address),
    ...callerId(user.caller_id),
    disabled: disabled ? "yes" : "no",
    comment: formatComment(desired.tenant_marker, customer_id, user.name, ""),
  };
  plan.create.push(step("secret", user.username, { customer_id, write }));
}

function changeSecret(
  plan: SyncPlan,
  user: DesiredSecret,
  row: ActualSecret,
  desired: DesiredState,
  expired_profile: string | null,
  options: PlanOptions,
): void {
  const { customer_id } = user;
  const base = { customer_id, ros_id: row.ros_id };
  const comment = commentFor(row.comment, desired.tenant_marker, customer_id, user.name);
  const now = {
    name: row.name,
    service: row.service,
    "remote-address": row.remote_address,
    "caller-id": row.caller_id.toUpperCase(),
    comment: row.comment,
    profile: row.profile,
    disabled: row.disabled ? "yes" : "no",
  };
  const target = serviceState(user, expired_profile);
  const state = difference({ profile: target.profile, disabled: target.disabled ? "yes" : "no" }, now);
  const fields = difference(
    {
      name: user.username,
      service: user.service,
      ...remoteAddress(user.remote_address),
      ...callerId(user.caller_id),
      ...(comment === null ? {} : { comment }),
    },
    now,
  );
  const write = { ...fields.write, ...passwordField(user, options.write_unknown_passwords ?? false) };
  const moves = isSuspended(row, user, desired) === user.enabled;
  // A row that moves between served and suspended is an enable or disable; any other difference is an update.
  const update = moves ? write : { ...write, ...state.write };
  const update_before = moves ? fields.before : { ...fields.before, ...state.before };
  if (hasAny(update))
    plan.update.push(step("secret", user.username, { ...base, write: update, before: update_before }));
  if (moves && hasAny(state.write)) {
    const group = user.enabled ? plan.enable : plan.disable;
    group.push(step("secret", user.username, { ...base, write: state.write, before: state.before }));
  }
}

interface Index {
  by_name: Map<string, ActualSecret>;
  by_customer: Map<string, ActualSecret[]>;
}

function indexSecrets(actual: ActualState, tenant_marker: string): Index {
  const by_name = new Map(actual.secrets.map((row) => [row.name, row]));
  const by_customer = new Map<string, ActualSecret[]>();
  for (const row of actual.secrets) {
    const marker = parseMarker(row.comment);
    if (marker?.tenant_marker !== tenant_marker) continue;
    by_customer.set(marker.id, [...(by_customer.get(marker.id) ?? []), row]);
  }
  return { by_name, by_customer };
}

/** Services whose hand-made secrets may be taken over; one for L2TP or a VPN is somebody else's business. */
const ADOPTABLE_SERVICES = new Set(["pppoe", "any"]);

interface Claim {
  row?: ActualSecret;
  reason?: string;
  adoptable?: boolean;
}

/** The row that belongs to the user, or why none can be used. Undefined row without reason: to be created. */
function claim(user: DesiredSecret, index: Index, adopted: ReadonlySet<string>): Claim {
  const own = index.by_customer.get(user.customer_id) ?? [];
  const named = index.by_name.get(user.username);
  const row = own.find((candidate) => candidate.name === user.username) ?? own[0];
  if (row) {
    if (named && named !== row) return { reason: "the new name belongs to another secret on the router" };
    return { row };
  }
  if (!named) return {};
  if (parseMarker(named.comment)) return { reason: "a secret of this name is marked as another customer's" };
  if (named.comment.includes(UNREADABLE))
    return {
      reason:
        "a secret of this name was made by hand and its comment is no UTF-8; mark or rename it on the router",
    };
  if (!ADOPTABLE_SERVICES.has(named.service))
    return { reason: `a secret of this name was made by hand for ${named.service}: it is left alone` };
  if (!adopted.has(named.name))
    return { reason: "a secret of this name was made by hand; take it over by its name", adoptable: true };
  return { row: named };
}

function planRemovals(plan: SyncPlan, desired: DesiredState, index: Index, claimed: Set<string>): void {
  for (const { customer_id, username } of desired.remove) {
    for (const row of index.by_customer.get(customer_id) ?? []) {
      if (claimed.has(row.ros_id)) continue;
      claimed.add(row.ros_id);
      plan.orphan.push(step("secret", row.name, { customer_id, ros_id: row.ros_id, remove: true }));
    }
    const named = index.by_name.get(username);
    if (!named || claimed.has(named.ros_id)) continue;
    claimed.add(named.ros_id);
    const reason = "a secret of this name does not carry this customer's marker: it is left alone";
    plan.conflict.push(step("secret", username, { customer_id, ros_id: named.ros_id, reason }));
  }
}

/**
 * The plan that turns `actual` into `desired`. Touches only rows that carry the tenant's marker or that `adopt` names
 * and that nobody else marked, and of those only the fields that are ours.
 */
export function planSync(desired: DesiredState, actual: ActualState, options: PlanOptions = {}): SyncPlan {
  const plan = emptyPlan();
  planProfiles(plan, desired, actual, new Set(options.adopt?.profiles));
  const adopted = new Set(options.adopt?.secrets);
  const index = indexSecrets(actual, desired.tenant_marker);
  const expired_profile = suspendedProfile(plan, desired, actual);
  const claimed = new Set<string>();
  const names = new Set<string>();
  for (const user of desired.users) {
    const { row, reason, adoptable = false } = claim(user, index, adopted);
    const twice = names.has(user.username);
    names.add(user.username);
    if (reason !== undefined || twice) {
      const why = reason ?? "two customers have this user name";
      const ros_id = index.by_name.get(user.username)?.ros_id ?? null;
      const { customer_id } = user;
      const conflict = { customer_id, ros_id, reason: why, adoptable: adoptable && !twice };
      plan.conflict.push(step("secret", user.username, conflict));
      for (const own of index.by_customer.get(user.customer_id) ?? []) claimed.add(own.ros_id);
      if (ros_id !== null) claimed.add(ros_id);
    } else if (!row) {
      createSecret(plan, user, desired, expired_profile);
    } else {
      claimed.add(row.ros_id);
      changeSecret(plan, user, row, desired, expired_profile, options);
    }
  }
  planRemovals(plan, desired, index, claimed);
  if (!desired.complete) return plan;
  for (const row of actual.secrets) {
    if (claimed.has(row.ros_id)) continue;
    const ours = isOurs(row.comment, desired.tenant_marker);
    const customer_id = ours ? (parseMarker(row.comment)?.id ?? null) : null;
    (ours ? plan.orphan : plan.foreign).push(step("secret", row.name, { customer_id, ros_id: row.ros_id }));
  }
  return plan;
}
