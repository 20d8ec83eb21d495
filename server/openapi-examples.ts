// Examples in the API's reference, in the demo's terms: what they show can be tried against `npm start`.
import type { Examples } from "./kernel/openapi/examples.ts";
import { type Json, VALUE_SCHEMAS } from "./kernel/openapi/json-schema.ts";

const { example: ID } = VALUE_SCHEMAS.Id as Json;

/** Texts that have a form of their own, by field name. */
const texts: Readonly<Record<string, unknown>> = {
  name: "Home 20",
  full_name: "Nusrat Jahan",
  company_name: "Padma Online",
  username: "rahima",
  phone: "01711000001",
  email: "rahima@example.com",
  customer_name: "Rahima Khatun",
  package_name: "Home 20",
  currency: "BDT",
  timezone: "Asia/Dhaka",
  locale: "en",
  invoice_prefix: "INV-",
  invoice_number: "INV-202611-0001",
  invoice_no: "INV-202611-0001",
  receipt_number: "D1-1",
  trx_id: "TRX-0001",
  device_code: "D1",
  work_start: "09:00",
  host: "10.20.0.1",
  router_profile: "home-20",
  area: "Mirpur 10",
  address: "12 Lake Road",
  account_number: "A-0001",
  recharged_by: "counter",
  received_by: "counter",
  posted_by: "counter",
  actor_username: "counter",
  action: "recharge.create",
  module: "billing",
  designation: "Cashier",
  description: "Package Home 20",
  title: "Winter offer",
  provider: "bkash",
  event_id: "8N7A2K1Q",
  account_ref: "rahima",
  permissions: ["subscribers.customer.view"],
  details: {},
  granted: ["subscribers.customer.view"],
  carried_from: [],
  progress: { done: 0, total: 0 },
};

/** Bodies that are worth a story; the others are made of what their declaration requires. */
const bodies: Examples["bodies"] = {
  "customer.create": {
    name: "Rahima Khatun",
    username: "rahima",
    phone: "01711000001",
    package: ID,
    area: "Mirpur",
  },
  "customer.update": { phone: "01711000002" },
  "customer.toggle_status": { reason: "Moved away for a month" },
  "customer.grant_grace_period": { days: 3 },
  "customer.import": { csv: "name,username,phone\nRahima Khatun,rahima,01711000001\n", dry_run: true },
  "package.create": { name: "Home 40", price: "1000.00", bandwidth_mbps: 40, validity_days: 30 },
  "recharge.create": { customer_id: ID, amount: "700.00", validity_days: 30, method: "CASH" },
  "recharge.reverse": { reason: "Wrong customer" },
  "transaction.create": { customer: ID, amount: "500.00", method: "CASH" },
  "transaction.reverse": { reason: "Wrong customer" },
  "adjustment.create": {
    customer: ID,
    amount: "100.00",
    adjustment_type: "WAIVER",
    reason: "Three days without service",
  },
  "adjustment.reverse": { reason: "Given twice" },
  "invoice.create": {
    customer: ID,
    lines: [{ description: "Cable, 20 m", quantity: 20, unit_price: "15.00" }],
  },
  "invoice.generate_batch": { billing_month: "2026-11", async: false },
  "router.create": {
    name: "Mirpur core",
    host: "10.20.0.1",
    username: "lastmile",
    password: "a-long-secret",
  },
  "staff.create": {
    username: "nusrat",
    password: "four-words-are-better",
    full_name: "Nusrat Jahan",
    phone: "01711000009",
    designation: "Cashier",
    role: ID,
  },
  "staff.set_password": { new_password: "four-words-are-better" },
  "role.create": {
    name: "Evening counter",
    permissions: ["subscribers.customer.view", "billing.recharge.create"],
  },
  "api_token.create": { name: "Website", role: ID },
  "offer.create": {
    title: "Winter offer",
    discount_type: "PERCENT",
    discount_value: "10",
    start_date: "2026-12-01",
    end_date: "2027-02-28",
  },
  "payment_event.create": {
    provider: "bkash",
    event_id: "8N7A2K1Q",
    amount: "1200.00",
    currency: "BDT",
    account_ref: "rahima",
  },
  "payment_event.match": { customer: ID },
  "settings.update": { support_phone: "01711000000", invoice_due_days: 10 },
};

export const EXAMPLES: Examples = { texts, bodies };
