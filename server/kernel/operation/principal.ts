// Who is asking, in which tenant, with which rights: worked out once per request.
import { Failure } from "../../../shared/kernel/failure.ts";
import type { Language } from "../../../shared/kernel/formatting/language.ts";
import { currencyDigits } from "../../../shared/kernel/money.ts";
import { allows } from "../../../shared/kernel/permission.ts";
import type { RowScope } from "../db/db.ts";

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
  earn_prepaid: boolean;
  prorate_first_month: boolean;
  pause_min_days: number;
  pause_max_days: number;
  pause_max_days_a_year: number;
  /** Decimal text. */
  pause_fee: string;
  auto_suspend: boolean;
  own_reversal_minutes: number;
  promise_max_days: number | null;
  promise_max_times: number | null;
  promise_period_days: number;
  suspend_mode: "DISABLE_SECRET" | "EXPIRED_PROFILE" | "ADDRESS_LIST";
  expired_profile: string | null;
  suspend_address_list: string;
  active_address_list: string;
  work_start: string;
  late_after_minutes: number;
  salary_days: "CALENDAR" | "30" | "WORKING";
  days_off: string;
  receipt_width_mm: number;
  receipt_footer: string | null;
  tax_number: string | null;
  legal_text: string | null;
  language: Language;
  decimal_separator: string;
  /** The country whose numbers are written without a country code (ISO 3166); null: none. */
  phone_country: string | null;
  require_otp: boolean;
  /** Nothing is booked on or before this day. */
  lock_date: string | null;
  /** What a till sends in late of this day and before is booked after it. */
  freeze_date: string | null;
}

export interface Tenant {
  id: string;
  name: string;
  subdomain: string;
  is_active: boolean;
  settings: TenantSettings;
  /** Minor digits of its currency. */
  digits: number;
  /** What of it the one who acts sees (`tenantOf`); left out: all. */
  rowScope?: RowScope | null;
}

/** Stands in for the tenant where the platform's own resources are worked on: it has a currency and a calendar, and no rows. */
export const platformPlace = (currency: string): Tenant => ({
  id: "",
  name: "platform",
  subdomain: "",
  is_active: true,
  settings: {
    company_name: "platform",
    support_phone: null,
    address: null,
    currency,
    timezone: "UTC",
    locale: "en",
    invoice_prefix: "",
    invoice_due_days: 0,
    auto_apply_advance: false,
    earn_prepaid: false,
    prorate_first_month: false,
    pause_min_days: 7,
    pause_max_days: 90,
    pause_max_days_a_year: 120,
    pause_fee: "0",
    auto_suspend: false,
    own_reversal_minutes: 0,
    promise_max_days: null,
    promise_max_times: null,
    promise_period_days: 30,
    suspend_mode: "DISABLE_SECRET",
    expired_profile: null,
    suspend_address_list: "lastmile-suspended",
    active_address_list: "lastmile-active",
    receipt_width_mm: 80,
    receipt_footer: null,
    tax_number: null,
    legal_text: null,
    language: "en",
    decimal_separator: ".",
    phone_country: null,
    require_otp: false,
    lock_date: null,
    freeze_date: null,
    work_start: "09:00",
    late_after_minutes: 15,
    salary_days: "CALENDAR",
    days_off: "",
  },
  digits: currencyDigits(currency),
});

/** Why a known token opens nothing any more. */
export interface Ended {
  code: "TOKEN_EXPIRED" | "TOKEN_REVOKED" | "MEMBERSHIP_ENDED" | "DEVICE_REVOKED";
  /** When it ended; null where that is unknown. */
  at: Date | null;
}

/** What keeps a signed-in person to their own account: a second factor that the tenant asks for, a password of their own. */
export type Duty = "OTP_ENROLMENT_REQUIRED" | "PASSWORD_CHANGE_REQUIRED";

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
  /** What they have to do first; until then only their own account is open to them. */
  owes?: Duty | null;
  /** The device that this token was registered for. */
  device: { id: string; device_code: string } | null;
  /** Refused everywhere; for a time after the end of a membership or device sync.push alone is open (contract §2). */
  ended: Ended | null;
}

/** @throws Failure with the reason, for a caller whose token, membership or device has ended. */
export function refuseEnded({ ended }: Principal): void {
  if (ended) throw new Failure(ended.code);
}

const HAND_IN_MS = 45 * 86_400_000;

/** Lets in who may still hand in an outbox. @throws Failure with the reason why not. */
export function refuseHandIn({ ended }: Pick<Principal, "ended">, now = Date.now()): void {
  if (!ended) return;
  const leavesOutbox = ended.code === "MEMBERSHIP_ENDED" || ended.code === "DEVICE_REVOKED";
  if (!leavesOutbox || !ended.at || now - ended.at.getTime() > HAND_IN_MS) throw new Failure(ended.code);
}

/** Whether the principal may do what needs this permission (interface specification, Authentication 3). */
export function isPermitted(principal: Principal, permission: string): boolean {
  if (principal.kind === "system" || principal.is_superuser) return true;
  return allows(principal.permissions, permission);
}

/** Whether the principal was given just this permission: what others may be given by them, and what concerns a whole tenant. */
export function isGranted(principal: Principal, permission: string): boolean {
  return principal.kind === "system" || principal.is_superuser || principal.permissions.has(permission);
}

/** A caller who holds no right and has no device: what every caller without a session of a person begins as. */
export const withoutRights = (
  kind: Principal["kind"],
  username: string,
  tenant: Tenant | null,
): Principal => ({
  kind,
  user_id: null,
  username,
  full_name: "",
  email: null,
  token_id: null,
  tenant,
  membership_id: null,
  role: null,
  permissions: new Set(),
  is_superuser: false,
  site: null,
  device: null,
  ended: null,
});

/** The program itself, acting in a tenant: schedules, background tasks. */
export function systemPrincipal(tenant: Tenant | null, username = "system"): Principal {
  return { ...withoutRights("system", username, tenant), full_name: username };
}
