// Who is asking, in which tenant, with which rights: worked out once per request.

/** The tenant's settings that operations need (the row of company_settings). */
export interface TenantSettings {
  company_name: string;
  support_phone: string | null;
  address: string | null;
  currency: string;
  timezone: string;
  locale: string;
  invoice_prefix: string;
  invoice_due_days: number;
  auto_apply_advance: boolean;
  auto_suspend: boolean;
  suspend_mode: "DISABLE_SECRET" | "EXPIRED_PROFILE";
  expired_profile: string | null;
  receipt_width_mm: number;
  receipt_footer: string | null;
  require_otp: boolean;
}

export interface Tenant {
  id: string;
  name: string;
  subdomain: string;
  is_active: boolean;
  settings: TenantSettings;
  /** Minor digits of its currency. */
  digits: number;
}

export interface Principal {
  kind: "staff" | "machine" | "superuser" | "system";
  /** Null for machines and the system itself. */
  user_id: string | null;
  username: string;
  full_name: string;
  email: string | null;
  /** Id of the token it came with; null for the system. */
  token_id: string | null;
  /** Null: a super administrator's token that names no tenant. */
  tenant: Tenant | null;
  membership_id: string | null;
  role: { id: string; name: string } | null;
  permissions: ReadonlySet<string>;
  is_superuser: boolean;
  /** Of a machine: the site whose devices it may reach; null: all, or no machine. */
  site: string | null;
  /** The tenant makes a second factor a duty and they have none: only their own account is open to them. */
  must_enrol?: boolean;
  /** The device that this token was registered for. */
  device: { id: string; device_code: string; is_revoked: boolean } | null;
}

/** Whether the principal may do what needs this permission (interface specification, Authentication 3). */
export function isPermitted(principal: Principal, permission: string): boolean {
  if (principal.kind === "system" || principal.is_superuser) return true;
  return principal.permissions.has(permission);
}

/** The program itself, acting in a tenant: schedules, background tasks. */
export function systemPrincipal(tenant: Tenant, username = "system"): Principal {
  return {
    kind: "system",
    user_id: null,
    username,
    full_name: username,
    email: null,
    token_id: null,
    tenant,
    membership_id: null,
    role: null,
    permissions: new Set(),
    is_superuser: false,
    site: null,
    device: null,
  };
}
