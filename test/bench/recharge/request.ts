// The recharge that the bench asks for: of an open invoice that no bench pays off.
import { newId } from "../../../shared/kernel/id.ts";
import type { Request } from "../office/http-load.ts";
import { customerId } from "../office/office.ts";

const RECHARGE = { amount: "10.00", validity_days: 1 };

/** @param customer the number of a seeded one, or an id. */
export const rechargeOf = (customer: number | string): Request => ({
  path: "/api/v1/recharges/",
  body: { customer_id: typeof customer === "string" ? customer : customerId(customer), ...RECHARGE },
  headers: { "idempotency-key": newId() },
});

/** One of so many customers, whose numbers start at 1. */
export const anyOf = (customers: number): number => 1 + Math.floor(Math.random() * customers);
