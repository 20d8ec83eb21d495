// What has to change on a router: the plan from the desired and the actual state. Pure; a dry run is this without the
// writing, and planning again after the writing yields nothing.
import type { DesiredProfile, DesiredSecret, DesiredState, PlanKind } from "./agent-wire.ts";
import { commentFor, formatComment, parseMarker, UNREADABLE } from "./comment.rules.ts";
import { formatRateLimit, normaliseRateLimit } from "./units.rules.ts";

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
}

export type SyncPlan = Readonly<Record<PlanKind, PlanStep[]>>;

export interface PlanOptions {
  /** The operator confirmed that unmarked rows with the names of our customers are to be taken over. */
  adopt?: boolean;
  /** Write passwords whose last pushed version is not known (UPSERT_USER: somebody just set one). */
  write_unknown_passwords?: boolean;
}

/** The fields of `wanted` that differ from `actual`, with what they are now. */
function difference(wanted: Fields, actual: Fields): { write: Fields; before: Fields } {
  const names = Object.keys(wanted).filter((name) => wanted[name] !== actual[name]);
  const pick = (from: Fields): Fields => Object.fromEntries(names.map((name) => [name, from[name] ?? ""]));
  return { write: pick(wanted), before: pick(actual) };
}

const hasAny = (fields: Fields): boolean => Object.keys(fields).length > 0;

function step(what: PlanStep["what"], name: string, values: Partial<PlanStep>): PlanStep {
  return {
    what,
    name,
    customer_id: null,
    ros_id: null,
    write: {},
    before: {},
    remove: false,
    reason: null,
    ...values,
  };
}

const emptyPlan = (): SyncPlan => ({
  create: [],
  update: [],
  enable: [],
  disable: [],
  orphan: [],
  foreign: [],
  conflict: [],
});

const isOurs = (comment: string, tenant_marker: string): boolean =>
  parseMarker(comment)?.tenant_marker === tenant_marker;

function planProfile(
  plan: SyncPlan,
  wanted: DesiredProfile,
  actual: ActualState,
  desired: DesiredState,
  adopt: boolean,
): void {
  const { tenant_marker } = desired;
  const own = actual.profiles.find((profile) => {
    const marker = parseMarker(profile.comment);
    return marker?.tenant_marker === tenant_marker && marker.id === wanted.package_id;
  });
  const same_name = actual.profiles.find((profile) => profile.name === wanted.name);
  const pool: Fields = wanted.address_pool ? { "remote-address": wanted.address_pool } : {};
  const rate_limit = formatRateLimit(wanted.rate_limit);
  if (own && same_name && own !== same_name) {
    plan.conflict.push(
      step("profile", wanted.name, { ros_id: same_name.ros_id, reason: "another profile has this name" }),
    );
    return;
  }
  const found = own ?? same_name;
  if (!found) {
    const comment = formatComment(tenant_marker, wanted.package_id, wanted.name, "");
    const write = { name: wanted.name, "rate-limit": rate_limit, ...pool, comment };
    plan.create.push(step("profile", wanted.name, { write }));
    return;
  }
  if (found !== own && !adopt) {
    const same_rate = normaliseRateLimit(found.rate_limit) === normaliseRateLimit(rate_limit);
    // A profile kept by hand that says the same already serves; one that differs needs the operator's word.
    if (same_rate) return;
    const reason = parseMarker(found.comment)
      ? "a profile of this name carries another marker"
      : "a profile of this name was made by hand with another rate limit; confirm to take it over";
    plan.conflict.push(step("profile", wanted.name, { ros_id: found.ros_id, reason }));
    return;
  }
  if (found !== own && parseMarker(found.comment)) {
    const reason = "a profile of this name carries another marker";
    plan.conflict.push(step("profile", wanted.name, { ros_id: found.ros_id, reason }));
    return;
  }
  const comment = commentFor(found.comment, tenant_marker, wanted.package_id, wanted.name);
  const now = {
    name: found.name,
    "rate-limit": normaliseRateLimit(found.rate_limit),
    "remote-address": found.remote_address,
    comment: found.comment,
  };
  const { write, before } = difference(
    {
      name: wanted.name,
      "rate-limit": normaliseRateLimit(rate_limit),
      ...pool,
      ...(comment === null ? {} : { comment }),
    },
    now,
  );
  if (!hasAny(write)) return;
  const spelled = write["rate-limit"] === undefined ? write : { ...write, "rate-limit": rate_limit };
  plan.update.push(step("profile", wanted.name, { ros_id: found.ros_id, write: spelled, before }));
}

/** The profile of suspended users, when this router can suspend that way; else null (DISABLE_SECRET). */
function suspendedProfile(desired: DesiredState, actual: ActualState): string | null {
  const { suspend_mode, expired_profile } = desired;
  if (suspend_mode !== "EXPIRED_PROFILE" || expired_profile === null) return null;
  const exists = [...actual.profiles, ...desired.profiles].some(
    (profile) => profile.name === expired_profile,
  );
  return exists ? expired_profile : null;
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

/** The row that belongs to the user, or why none can be used. Undefined row without reason: to be created. */
function claim(user: DesiredSecret, index: Index, adopt: boolean): { row?: ActualSecret; reason?: string } {
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
  if (!adopt) return { reason: "a secret of this name was made by hand; confirm to take it over" };
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
 * The plan that turns `actual` into `desired`. Touches only rows that carry the tenant's marker (with `adopt`, also
 * unmarked rows of our customers' names), and of those only the fields that are ours.
 */
export function planSync(desired: DesiredState, actual: ActualState, options: PlanOptions = {}): SyncPlan {
  const plan = emptyPlan();
  const adopt = options.adopt ?? false;
  for (const profile of desired.profiles) planProfile(plan, profile, actual, desired, adopt);
  const index = indexSecrets(actual, desired.tenant_marker);
  const expired_profile = suspendedProfile(desired, actual);
  const claimed = new Set<string>();
  const names = new Set<string>();
  for (const user of desired.users) {
    const { row, reason } = claim(user, index, adopt);
    const twice = names.has(user.username);
    names.add(user.username);
    if (reason !== undefined || twice) {
      const why = reason ?? "two customers have this user name";
      const ros_id = index.by_name.get(user.username)?.ros_id ?? null;
      plan.conflict.push(
        step("secret", user.username, { customer_id: user.customer_id, ros_id, reason: why }),
      );
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

/** Steps that write to the router. */
export function writingSteps(plan: SyncPlan): PlanStep[] {
  return [...plan.create, ...plan.update, ...plan.enable, ...plan.disable, ...plan.orphan].filter(
    (candidate) => candidate.remove || hasAny(candidate.write),
  );
}
