// Customers' lines as a router should hold them, read at the moment an agent takes a job.
import { createHash } from "node:crypto";
import { dayOf } from "../../../shared/kernel/day.ts";
import type { Connection, DesiredState, DesiredUser } from "../../../shared/network/agent-wire.ts";
import type { Fragment } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { type PackageRate, rateOf } from "./desired-profiles.ts";

export interface Subscriber extends PackageRate {
  id: string;
  username: string;
  name: string;
  password_encrypted: Uint8Array | null;
  connection_type: Connection;
  ip_address: string | null;
  mac_address: string | null;
  is_here: boolean;
  enabled: boolean;
  package: string | null;
  /** The customer has ended the contract: their address is the next one's. */
  has_left: boolean;
  /** Of the package; null: the customer has none. */
  profile: string | null;
  queue_type: string | null;
  /** As the router was given the customer last. */
  pushed: string | null;
  known_as: string | null;
  known_connection: Connection | null;
  known_address: string | null;
  known_caller_id: string | null;
  known_queue_type: string | null;
}

/** Customers without a package have no profile of ours; RouterOS itself gives its default to such a login. */
const NO_PACKAGE_PROFILE = "default";

/** Changes with the password and tells nothing about it: the sealed bytes differ at each setting. */
const versionOf = (sealed: Uint8Array): string =>
  createHash("sha256").update(sealed).digest("hex").slice(0, 16);

/** Customers for whom `which` holds (of `c`, their package `p` and what the router was given of them, `u`). */
export function subscribers(ctx: OperationContext, router: string, which: Fragment): Promise<Subscriber[]> {
  const { tx, tenant } = ctx;
  const today = dayOf(new Date(), tenant.settings.timezone);
  return tx<Subscriber[]>`
    select c.id, c.username, c.name, c.password_encrypted, c.connection_type, c.ip_address, c.mac_address,
      c.router = ${router} as is_here, c.status = 'TERMINATED' as has_left,
      c.status = 'ACTIVE' and (not ${tenant.settings.auto_suspend} or c.expiry_date is null
        or greatest(c.expiry_date, c.grace_period_until) >= ${today}) as enabled,
      c.package, p.router_profile as profile, p.queue_type, p.bandwidth_mbps, p.upload_mbps, p.burst,
      u.password_version as pushed, u.username as known_as, u.connection as known_connection, u.address as known_address,
      u.caller_id as known_caller_id, u.queue_type as known_queue_type
    from customers c
      left join packages p on p.tenant_id = c.tenant_id and p.id = c.package
      left join router_users u on u.tenant_id = c.tenant_id and u.router = ${router} and u.customer = c.id
    where c.tenant_id = ${tenant.id} and ${which}`;
}

function openPassword(ctx: OperationContext, customer: Subscriber): string | null {
  if (!customer.password_encrypted) return null;
  try {
    const place = { table: "customers", column: "password_encrypted", id: customer.id };
    return ctx.services.secrets.open(customer.password_encrypted, place);
  } catch {
    ctx.services.log.error(
      { customer: customer.id },
      "a password was sealed with another key or for another row: set it again",
    );
    return null;
  }
}

const unless = <T>(value: T | null, same: T | null): T | null => (value === same ? null : value);

/** The address that is the customer's on their router. */
const addressOf = ({ has_left, ip_address }: Subscriber): string | null => (has_left ? null : ip_address);

/** What is to be taken off of a static line that has no address any more: nothing else makes it a line. */
export function formerLine(customer: Subscriber): DesiredState["remove"][number] | null {
  const { id, connection_type, known_as, known_connection: connection, known_address } = customer;
  if (connection_type !== "STATIC" || addressOf(customer) !== null || connection === null) return null;
  return { customer_id: id, username: known_as ?? customer.username, connection, address: known_address };
}

/** The line as the router should hold it, with its password in the clear. */
export function userOf(ctx: OperationContext, customer: Subscriber): DesiredUser {
  const { connection_type: connection, password_encrypted: sealed } = customer;
  // Nobody signs in on a static line.
  const password = connection === "STATIC" ? null : openPassword(ctx, customer);
  const address = addressOf(customer);
  return {
    customer_id: customer.id,
    connection,
    username: customer.username,
    known_as: unless(customer.known_as, customer.username),
    known_connection: unless(customer.known_connection, connection),
    known_address: unless(customer.known_address, address),
    known_caller_id: unless(customer.known_caller_id, customer.mac_address),
    known_queue_type: connection === "STATIC" ? unless(customer.known_queue_type, customer.queue_type) : null,
    name: customer.name,
    password,
    password_version: password === null || !sealed ? null : versionOf(sealed),
    pushed_password_version: customer.pushed,
    profile: customer.profile ?? NO_PACKAGE_PROFILE,
    remote_address: address,
    caller_id: customer.mac_address,
    enabled: customer.enabled,
    rate_limit: connection === "STATIC" && customer.profile !== null ? rateOf(customer) : null,
    queue_type: connection === "STATIC" ? customer.queue_type : null,
  };
}

/** What is to be taken off the router of a customer who has left it, or whose record is gone. */
export async function removalOf(
  ctx: OperationContext,
  router: string,
  customer: string,
  called: string,
): Promise<DesiredState["remove"]> {
  const { tx, tenant } = ctx;
  const [known] = await tx<{ username: string | null; connection: Connection; address: string | null }[]>`
    select username, connection, address from router_users
    where tenant_id = ${tenant.id} and router = ${router} and customer = ${customer}`;
  const username = known?.username ?? called;
  if (username === "") return [];
  const { connection = "PPPOE", address = null } = known ?? {};
  return [{ customer_id: customer, username, connection, address }];
}
