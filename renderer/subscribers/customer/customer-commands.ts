// What is sent about a customer's fields, and what is shown until the server's word: edits and new ones. Pure.
import type { Customer } from "../../records.ts";

/** The changed fields with the values that they were made on, so that two people's edits of different fields both win. */
export function editPayload(
  customer: Customer,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const before = customer as unknown as Readonly<Record<string, unknown>>;
  const base: Record<string, unknown> = { updated_at: customer.updated_at };
  for (const field of Object.keys(changes)) if (field !== "password") base[field] = before[field] ?? null;
  return { id: customer.id, ...changes, base };
}

/** A customer whose create still waits, as the screens show it. */
export function draftCustomer(payload: Readonly<Record<string, unknown>>, now: string): Customer {
  const { password: _, ...given } = payload;
  const draft = {
    customer_code: "",
    email: null,
    address: null,
    area: null,
    latitude: null,
    longitude: null,
    national_id: null,
    connection_type: "PPPOE",
    ip_address: null,
    mac_address: null,
    router: null,
    package: null,
    onu: null,
    onu_serial: null,
    reseller: null,
    status: "ACTIVE",
    suspended_for: null,
    due_amount: "0",
    advance_amount: "0",
    discount: "0",
    expiry_date: null,
    promise_date: null,
    grace_period_until: null,
    notes: null,
    joined_at: now,
    created_at: now,
    updated_at: now,
    version: 0,
    ...given,
  };
  return draft as unknown as Customer;
}
