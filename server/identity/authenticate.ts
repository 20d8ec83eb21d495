// From the Authorization header to a principal: staff tokens, super administrators' tokens, tenants' API tokens.
import { expandPermissions } from "../../shared/identity/grants.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { isId } from "../../shared/kernel/id.ts";
import { currencyDigits } from "../../shared/kernel/money.ts";
import type { Row, Sql } from "../kernel/db.ts";
import type { Principal, Tenant, TenantSettings } from "../kernel/principal.ts";
import type { Services } from "../kernel/services.ts";
import { hashToken } from "./tokens.ts";

const BEARER = /^(?:Bearer|Token)\s+(\S{20,200})$/i;

/** The token of an Authorization header; null when there is none that looks like one. */
export function tokenOf(header: string | undefined): string | null {
  return BEARER.exec(header ?? "")?.[1] ?? null;
}

/** A tenant with its settings, by id or subdomain; null when there is none. */
export async function loadTenant(sql: Sql, key: string): Promise<Tenant | null> {
  const where = isId(key) ? sql`t.id = ${key}` : sql`t.subdomain = ${key.toLowerCase()}`;
  const [row] = await sql<Row[]>`
    select t.id, t.name, t.subdomain, t.is_active, to_jsonb(s) - 'logo' as settings
    from tenants t join company_settings s on s.tenant_id = t.id where ${where}`;
  return row ? toTenant(row) : null;
}

function toTenant(row: Row): Tenant {
  const settings = row.settings as TenantSettings;
  return {
    id: String(row.id),
    name: String(row.name),
    subdomain: String(row.subdomain),
    is_active: row.is_active === true,
    settings,
    digits: currencyDigits(settings.currency),
  };
}

async function staffPrincipal(
  services: Services,
  hash: Buffer,
  tenantKey: string | undefined,
): Promise<Principal | null> {
  const sql = services.db.platform;
  const [row] = await sql<Row[]>`
    select a.id as token_id, a.tenant_id, a.last_used_at < now() - interval '1 minute' as is_stale,
      u.id as user_id, u.username, u.full_name, u.email, u.is_superuser, u.otp_since is null as lacks_otp,
      m.id as membership_id, r.id as role_id, r.name as role_name, r.permissions,
      t.id, t.name, t.subdomain, t.is_active, to_jsonb(s) - 'logo' as settings,
      d.id as device_id, d.device_code, d.is_revoked
    from auth_tokens a
      join users u on u.id = a."user" and u.is_active
      left join staff_memberships m on m."user" = u.id and m.tenant_id = a.tenant_id and m.is_active
      left join roles r on r.id = m.role and r.tenant_id = m.tenant_id
      left join tenants t on t.id = m.tenant_id
      left join company_settings s on s.tenant_id = t.id
      left join devices d on d.id = a.device and d.tenant_id = t.id
    where a.token_hash = ${hash} and a.revoked_at is null and a.expires_at > now()
      and a.last_used_at > now() - ${`${services.limits.token_idle_hours} hours`}::interval`;
  if (!row) return null;
  const base = {
    user_id: String(row.user_id),
    username: String(row.username),
    full_name: String(row.full_name),
    email: row.email as string | null,
    token_id: String(row.token_id),
    is_superuser: row.is_superuser === true,
    site: null,
  };
  // Noted once a minute, not on each request: that is exact enough for an idle time of hours.
  if (row.is_stale) await sql`update auth_tokens set last_used_at = now() where id = ${base.token_id}`;
  if (row.tenant_id === null) {
    if (!base.is_superuser) return null;
    const tenant = tenantKey ? await loadTenant(sql, tenantKey) : null;
    if (tenantKey && !tenant) throw new Failure("NOT_FOUND", "There is no such tenant");
    const nothing = { device: null, membership_id: null, role: null, permissions: new Set<string>() };
    return { ...base, ...nothing, kind: "superuser", tenant };
  }
  if (!row.membership_id) return null;
  const tenant = toTenant(row);
  return {
    ...base,
    kind: "staff",
    tenant,
    must_enrol: row.lacks_otp === true && tenant.settings.require_otp,
    membership_id: String(row.membership_id),
    role: row.role_id ? { id: String(row.role_id), name: String(row.role_name) } : null,
    permissions: expandPermissions((row.permissions as string[] | null) ?? []),
    device: row.device_id
      ? {
          id: String(row.device_id),
          device_code: String(row.device_code),
          is_revoked: row.is_revoked === true,
        }
      : null,
  };
}

async function machinePrincipal(services: Services, hash: Buffer): Promise<Principal | null> {
  const sql = services.db.platform;
  const [row] = await sql<Row[]>`
    select a.id as token_id, a.name as token_name, a.site, r.id as role_id, r.name as role_name, r.permissions,
      coalesce(a.last_used_at < now() - interval '1 minute', true) as is_stale,
      t.id, t.name, t.subdomain, t.is_active, to_jsonb(s) - 'logo' as settings
    from api_tokens a
      join roles r on r.id = a.role and r.tenant_id = a.tenant_id
      join tenants t on t.id = a.tenant_id
      join company_settings s on s.tenant_id = t.id
    where a.token_hash = ${hash} and a.is_active`;
  if (!row) return null;
  if (row.is_stale) await sql`update api_tokens set last_used_at = now() where id = ${String(row.token_id)}`;
  return {
    kind: "machine",
    user_id: null,
    username: `token:${row.token_name}`,
    full_name: String(row.token_name),
    email: null,
    token_id: String(row.token_id),
    tenant: toTenant(row),
    membership_id: null,
    role: { id: String(row.role_id), name: String(row.role_name) },
    permissions: expandPermissions(row.permissions as string[]),
    is_superuser: false,
    site: row.site as string | null,
    device: null,
  };
}

/**
 * Who holds this token, with the rights of this moment: a deactivated user, membership or token is cut off at once.
 * @param tenantKey the X-Tenant header; only a super administrator's is heard.
 * @returns null when the token is unknown, expired or revoked.
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
