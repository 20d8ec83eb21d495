// A subscriber: who, where, on which line, until when; and what staff may do with the access.
import { z } from "zod";
import {
  choice,
  date,
  decimal,
  instant,
  json,
  money,
  nullable,
  numbered,
  prose,
  reference,
  text,
} from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { IS_MAIL_ADDRESS } from "../kernel/outgoing/mail.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";
import { MAX_GRACE_DAYS } from "./access.rules.ts";

export const CUSTOMER_STATUSES = ["ACTIVE", "SUSPENDED", "EXPIRED", "TERMINATED"] as const;
const CONNECTION_TYPES = ["PPPOE", "HOTSPOT", "STATIC"] as const;

// In its one spelling; none of this network, of the machine itself, of multicast or reserved: no line can have those.
const IPV4 = /^(?!(0|127|22[4-9]|2[3-5]\d)\.)((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/;
const promisedOn = z.array(z.iso.date()).readonly();
const MAC = /^[0-9A-Fa-f]{2}([:-][0-9A-Fa-f]{2}){5}$/;

export const customer = resource({
  name: "customer",
  path: "customers",
  area: "subscribers",
  module: "subscribers",
  summary: "A subscriber",
  verbs: ["list", "read", "create", "update", "delete"],
  own: "reseller",
  large: { filters: ["status", "package", "router", "area", "reseller", "expiry_date"] },
  fields: {
    /** Made by the server (C00001, …) unless given. */
    customer_code: numbered("C", { writable: "always" }),
    name: text({ required: true }),
    /** PPPoE login. */
    username: text({
      ...{ required: true, max: 100, normal: "code", is_key: true },
      ...{ pattern: /^[^\s\p{Cc}]+$/u, hint: "No spaces" },
    }),
    password: nullable(text({ secret: true, max: 128, pattern: /^\P{Cc}+$/u, hint: "Printable characters" })),
    phone: text({ required: true, max: 40, normal: "phone" }),
    email: nullable(text({ normal: "text", ...IS_MAIL_ADDRESS })),
    address: nullable(text({ max: 500 })),
    area: nullable(text()),
    latitude: nullable(decimal({ signed: true, digits: 6, rounded: true })),
    longitude: nullable(decimal({ signed: true, digits: 6, rounded: true })),
    national_id: nullable(text({ max: 60 })),
    connection_type: choice(CONNECTION_TYPES, { initial: "PPPOE" }),
    ip_address: nullable(text({ pattern: IPV4, hint: "Not an IPv4 address that a line can have" })),
    mac_address: nullable(text({ pattern: MAC, hint: "Not a MAC address" })),
    router: nullable(reference("router")),
    package: nullable(reference("package")),
    onu: nullable(reference("onu", { outlived: true })),
    /** As on the label, kept in the normal form of ONUs; it links the ONU automatically. */
    onu_serial: nullable(text({ max: 40, normal: "serial" })),
    reseller: nullable(reference("reseller")),
    status: choice(CUSTOMER_STATUSES, { initial: "ACTIVE" }),
    /** Why a SUSPENDED customer is: a payment lifts NONPAYMENT, never a decision of the staff. */
    suspended_for: nullable(choice(["NONPAYMENT", "STAFF", "PAUSE"], { writable: "never" })),
    due_amount: money({ writable: "never" }),
    advance_amount: money({ writable: "never" }),
    discount: money({ initial: "0" }),
    /** What a period of their service costs: less the discount, with recurring add-ons and an exclusive tax. */
    price: money({ writable: "never" }),
    /** Whether they pay for days ahead, or by the month's bill; AUTO: as it comes. */
    billing_mode: choice(["AUTO", "PREPAID", "POSTPAID"], { initial: "AUTO" }),
    /** Last day of paid access; null: no time limit. */
    expiry_date: nullable(date()),
    promise_date: nullable(date()),
    grace_period_until: nullable(date()),
    /** Days on which grace was given, the latest last. */
    promised_on: json(promisedOn, { writable: "never", initial: [] }),
    notes: nullable(prose()),
    joined_at: instant(),
  },
  search: ["name", "username", "phone", "customer_code", "address"],
  searched_in: "customer_texts",
  order: ["name"],
  display: {
    package_name: { via: "package", column: "name" },
    router_name: { via: "router", column: "name" },
  },
  replica: { indexes: [["status"]] },
  offline: ["create", "update"],
  // Each has an account and perhaps an ONU, and the router hears of what it is to know. One made offline beyond the plan's
  // limit is looked at.
  changes: ["billing_accounts", "network_sync_jobs", "onus", "review_items", "services", "service_changes"],
  permissions: {
    set_terms: "Set a customer's discount and last day of service by hand",
    override_package: "Write another package into a customer's record although days of this one are paid",
    change_on_account: "Change a package although less is paid than it costs",
    pause_beyond: "Pause a service beyond the company's limits",
    grant_beyond: "Give grace beyond the company's promise policy",
    export: "Export customers to a file",
  },
});

export type Customer = RecordOf<typeof customer>;

const termsByHand = {
  /** Why the terms are set by hand, where they are; kept in the audit. */
  more: { reason: text({ max: 500 }).nullish() },
  further_permissions: [
    "subscribers.customer.set_terms",
    "subscribers.customer.grant_grace",
    "subscribers.customer.grant_beyond",
  ],
};

export const customerVerbs = plainOperations(customer, {
  create: {
    ...termsByHand,
    /** What the service is sold with: its first periods are at the offer's price. */
    more: { ...termsByHand.more, offer: reference("offer").nullish() },
    failures: ["PLAN_LIMIT_REACHED", "SUBSCRIPTION_ENDED"],
  },
  update: {
    ...termsByHand,
    further_permissions: [...termsByHand.further_permissions, "subscribers.customer.override_package"],
    failures: ["ILLEGAL_TRANSITION", "PROMISE_LIMIT", "USE_CHANGE_PACKAGE", "CHANGE_SCHEDULED"],
  },
  delete: { failures: ["HAS_FINANCIAL_HISTORY"] },
});

export const toggleStatus = operation({
  on: customer,
  name: "toggle_status",
  summary: "Suspend or resume Internet access",
  allows: "Suspend and resume a customer's access",
  path: "/customers/{id}/toggle_status/",
  input: z.strictObject({
    reason: text({ max: 500 }).nullish(),
    /** Resume although no access is left: until the end of today. */
    force: z.boolean().nullish(),
  }),
  failures: ["SERVICE_EXPIRED", "ILLEGAL_TRANSITION", "PAUSED"],
  changes: ["network_sync_jobs"],
  offline: true,
});

export const grantGracePeriod = operation({
  on: customer,
  name: "grant_grace_period",
  summary: "Extend access by days from today, or until a promised date",
  allows: "Give a customer a grace period",
  permission: "subscribers.customer.grant_grace",
  further_permissions: ["subscribers.customer.set_terms", "subscribers.customer.grant_beyond"],
  input: z.strictObject({
    /** 1 to 90; exactly one of days and promise_date. */
    days: z.int().min(1).max(MAX_GRACE_DAYS).nullish(),
    promise_date: text({ max: 10 }).nullish(),
    reason: text({ max: 500 }).nullish(),
  }),
  failures: ["PROMISE_LIMIT", "PLAN_LIMIT_REACHED", "SUBSCRIPTION_ENDED", "PAUSED"],
  // One who has left and comes back offline may come beyond the plan's limit.
  changes: ["network_sync_jobs", "review_items", "services"],
  offline: true,
});

/** Answers the job: 200 when the router took it within the wait, else 202. */
export const reconnect = operation({
  on: customer,
  name: "reconnect",
  summary: "Write the customer's line to the router once more, as the account says it should be",
  allows: "Write a customer's line to the router again",
  input: z.strictObject({}),
  output: null,
  status: 202,
  failures: ["BUSINESS_RULE"],
  changes: ["network_sync_jobs"],
});

export const takeBackExpiryAnswer = z.object({
  customers: z.int().describe("Active again"),
  invoices: z.int().describe("No longer overdue"),
});

/**
 * Takes back in one act what a clock that was ahead has ended (contract §4.9): who expired although access is left is ACTIVE
 * again, and bills that are not due yet are open again.
 */
export const takeBackExpiry = operation({
  on: customer,
  name: "take_back_expiry",
  area: "billing",
  summary:
    "Take back what a wrong clock ended: customers who expired with access left, bills overdue before their day",
  path: "/customers/take-back-expiry/",
  permission: toggleStatus.permission,
  input: z.strictObject({ reason: text({ required: true, max: 500 }) }),
  output: takeBackExpiryAnswer,
  changes: ["invoices", "network_sync_jobs"],
  long: true,
});

/** The export takes the list's own filters, which the list checks. */
export const customerExportQuery = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

const text200 = z.string().trim().min(1).max(200);

/** POST /customer/query/, public: what a subscriber may learn by naming their own phone or username. */
export const customerQueryInput = z
  .strictObject({
    phone: text200.optional(),
    username: text200.optional(),
    /** Subdomain; without it the request's host decides. */
    tenant: text200.optional(),
  })
  .refine(({ phone, username }) => (phone === undefined) !== (username === undefined), {
    message: "Give exactly one of phone and username",
    path: ["phone"],
  });

export const customerQueryOutput = z.object({
  results: z.array(
    z.object({
      username: z.string(),
      /** The first letter of each word, the rest masked. */
      name: z.string(),
      package_name: z.string().nullable(),
      status: z.enum(CUSTOMER_STATUSES),
      due_amount: z.string(),
      expiry_date: z.string().nullable(),
    }),
  ),
});
