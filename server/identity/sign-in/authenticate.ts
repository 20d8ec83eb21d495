// From the Authorization header to a principal: staff tokens, super administrators' tokens, tenants' API tokens.
import { expandPermissions } from "../../../shared/identity/grants.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { currencyDigits } from "../../../shared/kernel/money.ts";
import type { Fragment, Sql } from "../../kernel/db/db.ts";
import {
  type Duty,
  type Ended,
  type Principal,
  type Tenant,
  withoutRights,
} from "../../kernel/operation/principal.ts";
import type { Services } from "../../kernel/services.ts";
import { hashToken } from "./tokens.ts";

const BEARER = /^(?:Bearer|Token)\s+(\S{20,200})$/i;

/** The token of an Authorization header; null when there is none that looks like one. */
export function tokenOf(header: string | undefined): string | null {
  return BEARER.exec(header ?? "")?.[1] ?? null;
}

/** A tenant with its settings, by id or subdomain; null when there is none. */
export async function loadTenant(sql: Sql, key: string): Promise<Tenant | null> {
  const where = isId(key) ? sql`t.id = ${key}` : sql`t.subdomain = ${key.toLowerCase()}`;
  const [row] = await sql<TenantRow[]>`
    select t.id, t.name, t.subdomain, t.is_active, to_jsonb(s) - 'logo' - 'mail_password_encrypted' as settings
    from company_settings s join tenants t on t.id = s.tenant_id where ${where}`;
  return row ? toTenant(row) : null;
}

type TenantRow = Omit<Tenant, "digits">;

function toTenant({ id, name, subdomain, is_active, settings }: TenantRow): Tenant {
  return { id, name, subdomain, is_active, settings, digits: currencyDigits(settings.currency) };
}

/** A token of staff with its holder. */
interface TokenRow {
  token_id: string;
  tenant_id: string | null;
  device: string | null;
  token_revoked_at: string | null;
  is_stale: boolean;
  is_expired: boolean;
  user_id: string;
  username: string;
  full_name: string;
  email: string | null;
  is_superuser: boolean;
  lacks_otp: boolean;
  must_change_password: boolean;
  user_is_active: boolean;
  user_ended_at: string | null;
}

/** A session of staff. Without a tenant the tenant's columns are null; without a membership, the membership's are. */
interface SessionRow extends TokenRow, TenantRow {
  membership_id: string | null;
  member_is_active: boolean | null;
  member_ended_at: string | null;
  role_id: string | null;
  role_name: string;
  permissions: string[] | null;
  device_id: string | null;
  device_code: string;
  device_revoked_at: string | null;
}

interface MachineRow extends TenantRow {
  token_id: string;
  token_name: string;
  token_is_active: boolean;
  is_stale: boolean;
  site: string | null;
  role_id: string;
  role_name: string;
  permissions: string[];
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/**
 * Why a session of staff opens nothing any more. A token that was not ended before the membership was ended with it,
 * whether it was used lately or not: a desktop may have been offline since, and has an outbox to hand in.
 */
function endOf(row: SessionRow): Ended | null {
  const isMember = row.user_is_active && (row.tenant_id === null || row.member_is_active === true);
  const revoked = dateOf(row.token_revoked_at);
  if (!isMember) {
    const ends = [dateOf(row.user_ended_at), dateOf(row.member_ended_at)].filter((end) => end !== null);
    const at = ends.length > 0 ? new Date(Math.min(...ends.map(Number))) : null;
    if (!revoked || (at && revoked >= at)) return { code: "MEMBERSHIP_ENDED", at };
  }
  if (revoked) return { code: "TOKEN_REVOKED", at: revoked };
  if (row.is_expired) return { code: "TOKEN_EXPIRED", at: null };
  const device_revoked = dateOf(row.device_revoked_at);
  return device_revoked ? { code: "DEVICE_REVOKED", at: device_revoked } : null;
}

/** What a token alone says. */
const sessionOf = (sql: Sql, hash: Buffer, idle: string): Fragment => sql`
  select a.id as token_id, a.tenant_id, a.device, a.revoked_at as token_revoked_at,
    a.last_used_at < now() - interval '1 minute' as is_stale,
    a.expires_at <= now() or a.last_used_at <= now() - ${idle}::interval as is_expired,
    u.id as user_id, u.username, u.full_name, u.email, u.is_superuser, u.otp_since is null as lacks_otp,
    u.must_change_password, u.is_active as user_is_active, u.ended_at as user_ended_at
  from auth_tokens a join users u on u.id = a."user" where a.token_hash = ${hash}`;

/** The session with what its company says of its holder. */
const withCompany = (sql: Sql, session: Fragment): Fragment => sql`
  select a.*, m.id as membership_id, m.is_active as member_is_active,
    m.ended_at as member_ended_at, r.id as role_id, r.name as role_name, r.permissions,
    t.id, t.name, t.subdomain, t.is_active, to_jsonb(s) - 'logo' - 'mail_password_encrypted' as settings,
    d.id as device_id, d.device_code,
    (select min(o.revoked_at) from devices o left join device_sessions ds
        on ds.tenant_id = o.tenant_id and ds.device = o.id and ds.session = a.token_id
      where o.tenant_id = a.tenant_id and o.is_revoked
        and (o.id = a.device or (ds.device is not null and o.registered_by = a.user_id))) as device_revoked_at
  from (${session}) a
    left join staff_memberships m on m."user" = a.user_id and m.tenant_id = a.tenant_id
    left join roles r on r.id = m.role and r.tenant_id = m.tenant_id
    left join tenants t on t.id = a.tenant_id
    left join company_settings s on s.tenant_id = a.tenant_id
    left join devices d on d.id = a.device and d.tenant_id = a.tenant_id`;

const NOBODY = "00000000-0000-0000-0000-000000000000";

/** One statement; in a cluster two, because only who knows the company knows on which node the rest of it lies. */
async function readSession({ db, limits }: Services, hash: Buffer): Promise<SessionRow | null> {
  const sql = db.platform;
  const session = sessionOf(sql, hash, `${limits.token_idle_hours} hours`);
  if (!db.is_cluster) {
    const [row] = await sql<SessionRow[]>`${withCompany(sql, session)}`;
    return row ?? null;
  }
  const [own] = await sql<TokenRow[]>`${session}`;
  if (!own) return null;
  const { tenant_id, user_id, token_id, device } = own;
  const known = sql`
    select ${tenant_id ?? NOBODY}::uuid as tenant_id, ${user_id}::uuid as user_id, ${token_id}::uuid as token_id,
      ${device ?? NOBODY}::uuid as device`;
  const [row] = await sql<SessionRow[]>`${withCompany(sql, known)}`;
  return row ? { ...row, ...own } : null;
}

/** A password of one's own comes first: with the one that was shown to others, anybody could switch a second factor on. */
function dutyOf({ must_change_password, lacks_otp }: SessionRow, { settings }: Tenant): Duty | null {
  if (must_change_password) return "PASSWORD_CHANGE_REQUIRED";
  return lacks_otp && settings.require_otp ? "OTP_ENROLMENT_REQUIRED" : null;
}

async function staffPrincipal(
  services: Services,
  hash: Buffer,
  tenantKey: string | undefined,
): Promise<Principal | null> {
  const sql = services.db.platform;
  const row = await readSession(services, hash);
  if (!row) return null;
  const ended = endOf(row);
  // A revoked device's holder is still a member, with the rights that they have when it hands in its outbox.
  const isMember = !ended || ended.code === "DEVICE_REVOKED";
  const base = {
    user_id: row.user_id,
    username: row.username,
    full_name: row.full_name,
    email: row.email,
    token_id: row.token_id,
    site: null,
    is_superuser: row.is_superuser && !ended,
    ended,
  };
  // Noted once a minute, not on each request: that is exact enough for an idle time of hours.
  if (row.is_stale && !ended)
    await sql`update auth_tokens set last_used_at = now() where id = ${base.token_id}`;
  if (row.tenant_id === null) {
    if (!base.is_superuser && !ended) return null;
    const tenant = tenantKey && !ended ? await loadTenant(sql, tenantKey) : null;
    if (tenantKey && !ended && !tenant) throw new Failure("NOT_FOUND", "There is no such tenant");
    const nothing = { device: null, membership_id: null, role: null, permissions: new Set<string>() };
    return { ...base, ...nothing, kind: "superuser", tenant };
  }
  const tenant = toTenant(row);
  return {
    ...base,
    kind: "staff",
    tenant,
    owes: ended ? null : dutyOf(row, tenant),
    membership_id: row.membership_id,
    role: row.role_id ? { id: row.role_id, name: row.role_name } : null,
    permissions: isMember ? expandPermissions(row.permissions ?? []) : new Set(),
    device: row.device_id ? { id: row.device_id, device_code: row.device_code } : null,
  };
}

/** Whose token was deleted: its hash alone is kept, so that its holder is told why it opens nothing. */
const deletedMachine = (tenant: Tenant | null): Principal => ({
  ...withoutRights("machine", "token", tenant),
  ended: { code: "TOKEN_REVOKED", at: null },
});

async function machinePrincipal(services: Services, hash: Buffer): Promise<Principal | null> {
  const sql = services.db.platform;
  const [known] = await sql<{ tenant_id: string; api_token: string }[]>`
    select tenant_id, api_token from api_token_hashes where token_hash = ${hash}`;
  if (!known) return null;
  const [row] = await sql<MachineRow[]>`
    select a.id as token_id, a.name as token_name, a.is_active as token_is_active, a.site, r.id as role_id,
      r.name as role_name, r.permissions,
      coalesce(a.last_used_at < now() - interval '1 minute', true) as is_stale,
      t.id, t.name, t.subdomain, t.is_active, to_jsonb(s) - 'logo' - 'mail_password_encrypted' as settings
    from api_tokens a
      join roles r on r.id = a.role and r.tenant_id = a.tenant_id
      join tenants t on t.id = a.tenant_id
      join company_settings s on s.tenant_id = a.tenant_id
    where a.tenant_id = ${known.tenant_id} and a.id = ${known.api_token}`;
  if (!row) return deletedMachine(await loadTenant(sql, known.tenant_id));
  const ended: Ended | null = row.token_is_active ? null : { code: "TOKEN_REVOKED", at: null };
  if (row.is_stale && !ended)
    await sql`update api_tokens set last_used_at = now()
      where tenant_id = ${known.tenant_id} and id = ${known.api_token}`;
  return {
    kind: "machine",
    user_id: null,
    username: `token:${row.token_name}`,
    full_name: row.token_name,
    email: null,
    token_id: row.token_id,
    tenant: toTenant(row),
    membership_id: null,
    role: { id: row.role_id, name: row.role_name },
    permissions: ended ? new Set() : expandPermissions(row.permissions),
    is_superuser: false,
    site: row.site,
    device: null,
    ended,
  };
}

/**
 * Who holds this token, with the rights of this moment. One that has ended comes with the reason why (`ended`) and
 * without rights: a deactivated user, membership, device or token is cut off at once.
 * @param tenantKey the X-Tenant header; only a super administrator's is heard.
 * @returns null when the token is unknown.
 * @throws Failure TENANT_INACTIVE, NOT_FOUND (a super administrator named no tenant that exists).
 */
export async function authenticate(
  services: Services,
  token: string | null,
  tenantKey?: string,
): Promise<Principal | null> {
  if (!token) return null;
  const hash = hashToken(token);
  const principal =
    (await staffPrincipal(services, hash, tenantKey)) ?? (await machinePrincipal(services, hash));
  if (principal?.tenant && !principal.tenant.is_active && !principal.is_superuser)
    throw new Failure("TENANT_INACTIVE");
  return principal;
}
