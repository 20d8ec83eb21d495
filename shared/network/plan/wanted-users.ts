// The rows that make up a customer's line: by connection type, served or closed.
import { formatRateLimit, queueLimits } from "../units.rules.ts";
import type { MoreAddresses } from "./more-addresses.rules.ts";
import type { Connection, DesiredState, DesiredUser, RowWhat } from "./plan-wire.ts";
import { isYes } from "./row-kinds.ts";
import type { Fields, PlanOptions, WantedRow } from "./rows.ts";

/** The row that is a customer's login or, for STATIC lines, their speed. */
export const LOGIN_ROW = {
  PPPOE: "secret",
  HOTSPOT: "hotspot_user",
  STATIC: "queue",
} as const satisfies Record<Connection, RowWhat>;

/** The profiles that this router will have once the plan's are right. */
export type HasProfile = (what: "profile" | "hotspot_profile", name: string) => boolean;

type Closing = { by: "DISABLING" } | { by: "PROFILE"; profile: string } | { by: "LIST" };

/** What is known of the router when a line's closing is chosen. */
interface RouterKnown {
  has: HasProfile;
  more: MoreAddresses;
}

/**
 * How this line is closed: in the tenant's way, where that closes every address of it, else by disabling its login, which
 * ends them all.
 */
export function closingOf(user: DesiredUser, desired: DesiredState, { has, more }: RouterKnown): Closing {
  const { suspend_mode, expired_profile } = desired;
  // Nothing signs in on a static line: its address alone can be closed.
  if (user.connection === "STATIC") return { by: "LIST" };
  if (suspend_mode === "ADDRESS_LIST" && user.remote_address !== null && more(user) === null)
    return { by: "LIST" };
  const table = user.connection === "PPPOE" ? "profile" : "hotspot_profile";
  const expired = suspend_mode === "EXPIRED_PROFILE" ? expired_profile : null;
  // A line that is served on that very profile would not be closed by it.
  if (expired !== null && expired !== user.profile && has(table, expired) && more(user) !== "LOGIN")
    return { by: "PROFILE", profile: expired };
  return { by: "DISABLING" };
}

function passwordOf(user: DesiredUser, options: PlanOptions): WantedRow["password"] {
  const { password, password_version, pushed_password_version: pushed } = user;
  if (password === null) return { value: {}, is_new: false };
  const known = pushed !== null && pushed !== undefined && password_version !== null;
  const is_new = known ? pushed !== password_version : (options.write_unknown_passwords ?? false);
  return { value: { password }, is_new };
}

const NO_PASSWORD = "the customer has no password, so no login can be made";
const NO_ADDRESS = "the customer has no IP address, so no line of their own can be made";

/** A secret or a hotspot user. */
function loginRow(user: DesiredUser, closing: Closing, options: PlanOptions): WantedRow {
  const profile = !user.enabled && closing.by === "PROFILE" ? closing.profile : user.profile;
  const is_ppp = user.connection === "PPPOE";
  const fields: Record<string, string> = {
    name: user.username,
    profile,
    disabled: !user.enabled && closing.by === "DISABLING" ? "yes" : "no",
  };
  if (is_ppp) fields["service"] = "pppoe";
  const names = is_ppp ? PPP_FIELDS : HOTSPOT_FIELDS;
  const { remote_address, caller_id, known_address = null, known_caller_id = null } = user;
  if (remote_address !== null) fields[names.address] = remote_address;
  if (caller_id !== null) fields[names.mac] = caller_id.toUpperCase();
  const row = rowOf(user, is_ppp ? "secret" : "hotspot_user", user.username, fields);
  const earlier: Record<string, string> = {};
  if (remote_address === null && known_address !== null) earlier[names.address] = known_address;
  if (caller_id === null && known_caller_id !== null) earlier[names.mac] = known_caller_id;
  row.earlier = earlier;
  row.service = LOGIN_SERVICE;
  row.password = passwordOf(user, options);
  row.enabled = !user.enabled && closing.by === "LIST" ? null : user.enabled;
  row.lacking = user.password === null ? NO_PASSWORD : null;
  return row;
}

const PPP_FIELDS = { address: "remote-address", mac: "caller-id" } as const;
const HOTSPOT_FIELDS = { address: "address", mac: "mac-address" } as const;
const LOGIN_SERVICE = ["profile", "disabled"] as const;
const LIST_SERVICE = ["list"] as const;
const NO_SERVICE = [] as const;
const NOTHING: Fields = {};
const NO_NEW_PASSWORD: WantedRow["password"] = { value: {}, is_new: false };

/** A row of the customer's that opens and closes nothing. */
function rowOf(user: DesiredUser, what: RowWhat, name: string, fields: Fields): WantedRow {
  return {
    what,
    name,
    fields,
    owners: [user.customer_id],
    customer_id: user.customer_id,
    human: user.name,
    earlier: NOTHING,
    service: NO_SERVICE,
    password: NO_NEW_PASSWORD,
    enabled: null,
    served: user.enabled,
    lacking: null,
  };
}

const given = (field: string, value: string | null): Fields => (value === null ? {} : { [field]: value });

/** The speed of a static line. */
function queueRow(user: DesiredUser): WantedRow {
  const { rate_limit, queue_type, remote_address, known_queue_type = null } = user;
  const target = remote_address === null ? null : `${remote_address}/32`;
  const fields = {
    name: user.username,
    ...given("target", target),
    ...(rate_limit === null ? {} : queueLimits(formatRateLimit(rate_limit))),
    ...given("queue", queue_type),
    disabled: "no",
  };
  return {
    ...rowOf(user, "queue", user.username, fields),
    earlier: queue_type === null ? given("queue", known_queue_type) : NOTHING,
    lacking: target === null ? NO_ADDRESS : null,
  };
}

/** The line's address on the list of those served or of those closed. */
function listRow(user: DesiredUser, desired: DesiredState): WantedRow {
  const { suspend_address_list: closed, active_address_list: served } = desired;
  const name = user.remote_address ?? user.known_address ?? user.username;
  const fields = {
    ...given("address", user.remote_address),
    disabled: "no",
    list: user.enabled ? served : closed,
  };
  return {
    ...rowOf(user, "address_list", name, fields),
    service: LIST_SERVICE,
    enabled: user.enabled,
    lacking: user.remote_address === null ? NO_ADDRESS : null,
  };
}

/** Whether a row of the customer's keeps the line closed now, in whichever way. */
export function closes(what: RowWhat, row: Fields, user: DesiredUser, desired: DesiredState): boolean {
  if (what === "address_list") return row["list"] === desired.suspend_address_list && !isYes(row["disabled"]);
  if (what === "queue") return false;
  const { expired_profile } = desired;
  return isYes(row["disabled"]) || (row["profile"] === expired_profile && row["profile"] !== user.profile);
}

/** The rows that a customer is to have, the login first. */
export function wantedOf(
  user: DesiredUser,
  desired: DesiredState,
  router: RouterKnown,
  options: PlanOptions,
): WantedRow[] {
  const closing = closingOf(user, desired, router);
  if (user.connection === "STATIC")
    return [...(user.rate_limit === null ? [] : [queueRow(user)]), listRow(user, desired)];
  const login = loginRow(user, closing, options);
  return !user.enabled && closing.by === "LIST" ? [login, listRow(user, desired)] : [login];
}
