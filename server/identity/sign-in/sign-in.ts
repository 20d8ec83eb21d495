// Who signs in to which tenant. Wrong username, wrong password, no member: one answer, after the same work (contract §2).
import { type LoginBody, USER, type UserAnswer } from "../../../shared/identity/auth.ts";
import { expandPermissions } from "../../../shared/identity/grants.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import { type Sql, transaction } from "../../kernel/db/db.ts";
import { writeAudit } from "../../kernel/operation/audit.ts";
import type { Call } from "../../kernel/operation/context.ts";
import type { Services } from "../../kernel/services.ts";
import { countFailure, forgetFailures, takeTurn } from "./attempts.ts";
import { rememberDevice } from "./known-devices.ts";
import { namedTenant } from "./named-tenant.ts";
import { spendCode } from "./otp.ts";
import { verifyPassword } from "./passwords.ts";
import { newToken } from "./tokens.ts";

const NOBODY = "00000000-0000-0000-0000-000000000000";

interface Account extends UserAnswer {
  has_otp: boolean;
  has_one_time_password: boolean;
  password_hash: string;
  is_active: boolean;
}

interface Membership {
  id: string;
  tenant: { id: string; name: string; subdomain: string };
  is_active: boolean;
  require_otp: boolean;
  /** False: it, or the account, has ended. */
  lasts: boolean;
  role: { id: string; name: string } | null;
  permissions: string[];
}

export interface Attempt {
  services: Services;
  call: Call;
  credentials: {
    username: string;
    password: string;
    device_secret?: string | null | undefined;
    otp?: string | null | undefined;
  };
  /** What the program that signs in calls itself. */
  user_agent: string | null;
}

async function findAccount(sql: Sql, username: string): Promise<Account | null> {
  const [row] = await sql<Account[]>`
    select id, username, full_name, email, is_superuser, is_active, password_hash, otp_since is not null as has_otp,
      must_change_password as has_one_time_password
    from users where username_normal = ${normalText(username)}`;
  return row ?? null;
}

interface MemberRow extends Pick<Membership, "id" | "is_active" | "require_otp" | "lasts"> {
  tenant: string;
  name: string;
  subdomain: string;
  role: string | null;
  role_name: string;
  permissions: string[] | null;
}

async function membershipsOf(sql: Sql, user: string): Promise<Membership[]> {
  const rows = await sql<MemberRow[]>`
    select /* every tenant */ m.id, m.is_active and u.is_active as lasts, t.id as tenant, t.name, t.subdomain, t.is_active,
      s.require_otp,
      r.id as role, r.name as role_name, r.permissions
    from staff_memberships m join tenants t on t.id = m.tenant_id join company_settings s on s.tenant_id = m.tenant_id
      join users u on u.id = m."user"
      left join roles r on r.id = m.role and r.tenant_id = m.tenant_id
    where m."user" = ${user} order by t.name`;
  return rows.map(({ tenant, name, subdomain, role, role_name, permissions, ...member }) => ({
    ...member,
    tenant: { id: tenant, name, subdomain },
    role: role ? { id: role, name: role_name } : null,
    permissions: [...expandPermissions(permissions ?? [])],
  }));
}

/**
 * The membership that is meant.
 * @returns null when the user has none there.
 * @throws Failure TENANT_REQUIRED with the choices, TENANT_INACTIVE, MEMBERSHIP_ENDED: they knew the password, so they may know.
 */
function chooseMembership(all: readonly Membership[], tenant: string | null | undefined): Membership | null {
  const meant = tenant === undefined ? all : all.filter((membership) => membership.tenant.id === tenant);
  const candidates = meant.filter(({ lasts }) => lasts);
  if (candidates.length === 0 && meant.length > 0) throw new Failure("MEMBERSHIP_ENDED");
  const active = candidates.filter((membership) => membership.is_active);
  if (active.length > 1) {
    const tenants = active.map(({ tenant: { subdomain, name } }) => ({ subdomain, name }));
    throw new Failure("TENANT_REQUIRED", "You are a member of several tenants: name one", {
      extra: { tenants },
    });
  }
  if (active.length === 0 && candidates.length > 0) throw new Failure("TENANT_INACTIVE");
  return active[0] ?? null;
}

async function noteSignIn(
  attempt: Attempt,
  tenant: string | null,
  entry: { action: string; user: string | null; note?: string | undefined },
): Promise<void> {
  const { services, call, credentials } = attempt;
  const { action, user, note } = entry;
  const principal = { ...call.principal, username: credentials.username };
  await transaction(services.db.platform_transactions, (tx) =>
    writeAudit(tx, tenant, { ...call, principal }, [{ act: { on: USER, name: action }, id: user, note }]),
  );
}

async function issueToken({ services, call, user_agent }: Attempt, user: string, tenant: string | null) {
  const { token, hash } = newToken();
  const expires_at = new Date(Date.now() + services.limits.token_days * 86_400_000).toISOString();
  const row = { id: newId(), token_hash: hash, user, tenant_id: tenant, expires_at };
  const from = { address: call.address, user_agent: user_agent?.slice(0, 200) ?? null };
  const sql = services.db.platform;
  await sql`insert into auth_tokens ${sql({ ...row, ...from })}`;
  return { token, expires_at };
}

function toUser(account: Account): UserAnswer {
  const { id, username, full_name, email, is_superuser, has_one_time_password } = account;
  const user = { id, username, full_name, email, is_superuser };
  return has_one_time_password ? { ...user, must_change_password: true } : user;
}

interface Refused {
  of_username: number;
  of_address: number;
  locked: boolean;
}

/**
 * Repeated failures are counted, not written each, so that a tenant's log cannot be filled from outside: the first of a
 * username that exists, the first a minute of an address that tries others, and what they led to.
 */
async function noteFailure(
  attempt: Attempt,
  tenant: string | null,
  user: string | null,
  { of_username, of_address, locked }: Refused,
): Promise<void> {
  if ((user ? of_username : of_address) === 1)
    await noteSignIn(attempt, tenant, { action: "login.failed", user });
  if (!locked) return;
  const note = `${of_username} failed sign-ins of this username from here, ${of_address} of this address within a minute`;
  await noteSignIn(attempt, tenant, { action: "login.locked", user, note });
}

/**
 * Whether the second factor fits, where there is one.
 * @throws Failure OTP_REQUIRED when it is missing: that is no failed sign-in, and undoes none.
 */
async function passesSecondFactor({ services, credentials }: Attempt, account: Account): Promise<boolean> {
  if (!account.has_otp) return true;
  if (!credentials.otp) throw new Failure("OTP_REQUIRED");
  return spendCode(services.db.platform, services.secrets, account.id, credentials.otp);
}

interface Admitted<T> {
  account: Account;
  admitted: T;
  /** Failed sign-ins that came before this one. */
  failures: number;
}

/**
 * The account, when username and password fit and `admit` lets it in.
 * @throws Failure INVALID_CREDENTIALS, OTP_REQUIRED, ACCOUNT_LOCKED, RATE_LIMITED, and what `admit` throws.
 */
function checkCredentials<T>(
  attempt: Attempt,
  tenantOf: (account: Account | null) => Promise<string | null>,
  admit: (account: Account) => Promise<T | null>,
): Promise<Admitted<T>> {
  const { services, call, credentials } = attempt;
  const { username, password, device_secret = null } = credentials;
  const sql = services.db.platform;
  return takeTurn(sql, { username, ip: call.address, device_secret }, async (turn) => {
    const account = await findAccount(sql, username);
    const fits = await verifyPassword(services, password, account?.password_hash ?? null);
    const admitted = account && fits ? await admit(account) : null;
    if (account && admitted !== null && (await passesSecondFactor(attempt, account))) {
      const failures = await forgetFailures(sql, turn);
      await rememberDevice(sql, account.id, device_secret);
      return { account, admitted, failures };
    }
    const counted = await countFailure(sql, turn);
    await noteFailure(attempt, await tenantOf(account), account?.id ?? null, counted);
    if (admitted === null) throw new Failure("INVALID_CREDENTIALS");
    const error = { field: "otp", code: "WRONG_CODE", message: "Wrong, or used already" } as const;
    throw new Failure("OTP_REQUIRED", "This code is wrong, or was used already", { errors: [error] });
  });
}

/** Gives the account a token, and writes down that it signed in. */
async function letIn(attempt: Attempt, { account, failures }: Admitted<unknown>, tenant: string | null) {
  const issued = await issueToken(attempt, account.id, tenant);
  const note = failures > 0 ? `after ${failures} failed sign-ins` : undefined;
  await noteSignIn(attempt, tenant, { action: "login", user: account.id, note });
  return { ...issued, user: toUser(account) };
}

/** Signs a member of a tenant's staff in. */
export async function signIn(attempt: Attempt, body: LoginBody, host: string | undefined) {
  const { services } = attempt;
  const sql = services.db.platform;
  const tenant = await namedTenant(sql, body.tenant, host);
  const auditTenant = async (account: Account | null) => {
    // Asked for an unknown user too, so that the answer takes the same time.
    const all = await membershipsOf(sql, account?.id ?? NOBODY);
    if (tenant !== undefined) return tenant;
    return all.length === 1 ? (all[0]?.tenant.id ?? null) : null;
  };
  const found = await checkCredentials(attempt, auditTenant, async ({ id, is_superuser }) => {
    const membership = chooseMembership(await membershipsOf(sql, id), tenant);
    // The same sign-in page is everybody's: it is told which door is a super administrator's.
    if (!membership && is_superuser) throw new Failure("USE_SAAS_LOGIN");
    return membership;
  });
  const { is_active: _active, lasts: _lasts, require_otp, ...membership } = found.admitted;
  const issued = await letIn(attempt, found, membership.tenant.id);
  const mustEnrol = require_otp && !found.account.has_otp;
  return { ...issued, membership, ...(mustEnrol ? { otp_enrolment_required: true } : {}) };
}

/** Signs a super administrator in, in no tenant. */
export async function signInSuperuser(attempt: Attempt) {
  const found = await checkCredentials(
    attempt,
    async () => null,
    async (account) => (account.is_superuser && account.is_active ? true : null),
  );
  return letIn(attempt, found, null);
}
