// The company's settings: one record per tenant (contract §2).
import { z } from "zod";
import {
  choice,
  count,
  date,
  decimal,
  flag,
  money,
  nullable,
  picture,
  prose,
  secret,
  text,
  timezone,
} from "../kernel/field.ts";
import { LANGUAGES } from "../kernel/formatting/language.ts";
import { isStorable } from "../kernel/money.ts";
import { providerName } from "../kernel/normal/provider-name.ts";
import { operation } from "../kernel/operation.ts";
import { IS_MAIL_ADDRESS, MAIL_SECURITY } from "../kernel/outgoing/mail.ts";
import { resource, updateSchema } from "../kernel/resource.ts";
import { USUAL_VISITS, VISIT_WINDOWS } from "./visit-windows.rules.ts";
import { SALARY_DAYS, WEEKDAYS } from "./working-days.rules.ts";

const [firstCurrency = "USD", ...otherCurrencies] = Intl.supportedValuesOf("currency").filter(isStorable);

/** ISO 4217 currencies that money is kept in. */
const CURRENCIES: [string, ...string[]] = [firstCurrency, ...otherCurrencies];

const dBm = { signed: true, digits: 2 } as const;

// What RouterOS takes as a list's name in a rule without quotes.
const addressList = {
  max: 63,
  pattern: /^[A-Za-z0-9._-]+$/,
  hint: "Letters and digits without accents, . _ -",
};

export const settings = resource({
  name: "settings",
  path: "settings",
  table: "company_settings",
  area: "platform",
  module: "platform",
  summary: "The company's branding and way of working",
  many: "the company's settings",
  fields: {
    company_name: text({ required: true }),
    // The picture itself, so that receipts have it offline.
    logo: nullable(picture({ max: 500_000 })),
    support_phone: nullable(text({ max: 50 })),
    support_email: nullable(text({ max: 200, ...IS_MAIL_ADDRESS })),
    address: nullable(prose({ max: 1_000 })),
    currency: choice(CURRENCIES, { initial: "USD" }),
    timezone: timezone({ initial: "UTC" }),
    locale: text({
      max: 35,
      pattern: /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/,
      hint: "Not a locale such as en or bn-BD",
      initial: "en",
    }),
    invoice_prefix: text({ max: 20, initial: "INV-" }),
    invoice_due_days: count({ max: 365, initial: 7 }),
    auto_apply_advance: flag({ initial: true }),
    /** Whether closing a month earns what was used of recharges that no bill was made for. */
    earn_prepaid: flag({ initial: false }),
    /** Whether a customer's first month is billed by its days. */
    prorate_first_month: flag({ initial: false }),
    /** Pauses of service: so many days at least and at most, so many a year, and what one costs. */
    pause_min_days: count({ min: 1, max: 366, initial: 7 }),
    pause_max_days: count({ min: 1, max: 3_650, initial: 90 }),
    pause_max_days_a_year: count({ max: 366, initial: 120 }),
    pause_fee: money({ initial: "0" }),
    auto_suspend: flag({ initial: true }),
    suspend_mode: choice(["DISABLE_SECRET", "EXPIRED_PROFILE", "ADDRESS_LIST"], {
      initial: "DISABLE_SECRET",
    }),
    expired_profile: nullable(text({ max: 100 })),
    /** Firewall address lists on the routers: of closed lines, and of lines with an address of their own that are served. */
    suspend_address_list: text({ ...addressList, initial: "lastmile-suspended" }),
    active_address_list: text({ ...addressList, initial: "lastmile-active" }),
    work_start: text({
      max: 5,
      pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
      hint: "A time of day, HH:MM",
      initial: "09:00",
    }),
    late_after_minutes: count({ max: 1_440, initial: 15 }),
    /** By what a month's salary is divided for a day's: the month's days, 30, or its working days. */
    salary_days: choice(SALARY_DAYS, { initial: "CALENDAR" }),
    /** Weekly days off. */
    days_off: text({
      max: 27,
      pattern: new RegExp(`^((${WEEKDAYS.join("|")})(,(?!$)|$))*$`),
      hint: "Weekdays such as FRI,SAT",
      initial: "SAT,SUN",
    }),
    /** The hours of visits that customers are told, where nothing else is agreed. */
    visit_windows: text({
      max: 200,
      pattern: VISIT_WINDOWS,
      hint: "Hours such as 09:00-11:00,14:00-16:00",
      initial: USUAL_VISITS,
    }),
    receipt_width_mm: count({ min: 40, max: 210, initial: 80 }),
    receipt_footer: nullable(prose({ max: 1_000 })),
    /** Whether a counter prints each receipt automatically; a computer may set this otherwise for its printer. */
    auto_print_receipts: flag({ initial: false }),
    /** The company's number with the tax office, and the wording that the law asks for: on bills, credit notes, receipts. */
    tax_number: nullable(text({ max: 60 })),
    legal_text: nullable(prose({ max: 1_000 })),
    /** The language of paper and of who has not chosen one. */
    language: choice(LANGUAGES, { initial: "en" }),
    /** ISO 3166 code of the country whose numbers are written without a country code. */
    phone_country: nullable(text({ max: 2, pattern: /^[A-Z]{2}$/, hint: "Not a country code such as BD" })),
    decimal_separator: choice([".", ","], { initial: "." }),
    /** An amount from which the desktop asks once more before it takes money. */
    require_confirm_above: nullable(money()),
    /** For so long a cashier may reverse a receipt of the open drawer; 0: never. */
    own_reversal_minutes: count({ max: 1_440, initial: 10 }),
    /** Promises to pay (grace): for how many days at most, and how many in so many days; null: as the API takes them. */
    promise_max_days: nullable(count({ min: 1, max: 90 })),
    promise_max_times: nullable(count({ min: 1, max: 30 })),
    promise_period_days: count({ min: 1, max: 366, initial: 30 }),
    /** Whether everybody has to sign in with a second factor. */
    require_otp: flag({ initial: false }),
    /** A desktop locks itself after so long without a touch; 0: never. */
    lock_after_minutes: count({ max: 1_440, initial: 30 }),
    /** The last day of the closed books; null: none is closed. */
    lock_date: nullable(date()),
    /** What tills send in late of this day and before is booked after it; moved by the month end. Null: no day is frozen. */
    freeze_date: nullable(date({ writable: "never" })),
    /** Optical power at a subscriber's ONU: stronger than this harms it, weaker is weak, still weaker critical. */
    signal_too_strong_dbm: decimal({ ...dBm, initial: -8 }),
    signal_weak_dbm: decimal({ ...dBm, initial: -25 }),
    signal_critical_dbm: decimal({ ...dBm, initial: -27 }),
    /** The company's own mail server; null: mails go by the installation's, where it has one. */
    mail_host: nullable(
      text({ max: 253, pattern: /^[\p{L}\p{N}._:%[\]\u3002-]+$/u, hint: "A name such as smtp.example.net" }),
    ),
    mail_port: count({ min: 1, max: 65_535, initial: 587 }),
    mail_security: choice(MAIL_SECURITY, { initial: "STARTTLS" }),
    mail_user: nullable(text({ max: 200 })),
    mail_password: nullable(text({ max: 500, secret: true })),
    /** The sender. */
    mail_from: nullable(text({ max: 200, ...IS_MAIL_ADDRESS })),
    mail_from_name: nullable(text({ max: 100 })),
  },
  verbs: [],
  names_tenant: true,
  replica: true,
  permissions: { update: "Change the company's settings" },
});

export const readSettings = operation({
  on: settings,
  name: "read",
  summary: "The company's settings",
  method: "GET",
  path: "/settings/",
  permission: "platform.settings.view",
  input: z.strictObject({}),
});

export const updateSettings = operation({
  on: settings,
  name: "update",
  summary: "Change the company's settings",
  path: "/settings/",
  // Who closes the books need not be who changes the rest: which right is asked for depends on what is given.
  permission: null,
  // The logo is the picture itself.
  large_body: true,
  input: updateSchema(settings).extend({
    /** Secrets with which payment providers sign what they report; null takes one away. Never answered. */
    payment_provider_secrets: secret(
      z.record(providerName, z.string().min(8).max(500).nullable()),
    ).optional(),
  }),
  further_permissions: ["platform.settings.update", "finance.period.lock"],
  failures: ["ADDRESS_NOT_ALLOWED", "CONFLICT", "PASSWORD_REQUIRED", "STALE_VERSION", "SUBSCRIPTION_ENDED"],
  // Other limits of optical power make other signals; the first templates are in the company's language;
  // another way of closing lines is told to the routers.
  changes: ["billing_accounts", "onus", "olts", "task_templates", "network_sync_jobs"],
});
