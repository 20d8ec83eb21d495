// A pause of a customer's service: no access, and no day of it is paid for; and the end of a service for good.
import { z } from "zod";
import { choice, count, date, money, nullable, reference, text } from "../../kernel/field.ts";
import { operation } from "../../kernel/operation.ts";
import { type RecordOf, recordSchema, resource } from "../../kernel/resource.ts";
import { customer } from "../../subscribers/index.ts";
import { deposit } from "../payment/deposit.ts";
import { RECEIVED_METHODS } from "../payment/payment.ts";
import { RESETTLED } from "./service-change.ts";

const never = { writable: "never" } as const;

export const servicePause = resource({
  name: "service_pause",
  path: "service-pauses",
  area: "billing",
  module: "subscribers",
  summary: "Pauses of customers' services",
  many: "pauses of services",
  fields: {
    customer: reference("customer", never),
    from_date: date(never),
    /** The last day. */
    to_date: date(never),
    /** The day on which it was ended before its last; null: it was not. */
    resumed_on: nullable(date(never)),
    /** How many it has, or had. */
    days: count(never),
    state: choice(["SCHEDULED", "RUNNING", "ENDED", "CANCELLED"], never),
    fee_invoice: nullable(reference("invoice", never)),
    reason: nullable(text({ ...never, max: 500 })),
    created_by: text(never),
  },
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["customer", "state"] },
  title: "from_date",
  order: ["-from_date"],
  display: { customer_name: { via: "customer", column: "name" } },
  replica: { indexes: [["customer"]] },
});

export type ServicePause = RecordOf<typeof servicePause>;

const CHANGED = [...RESETTLED, "service_pauses"];

/** POST /customers/{id}/pause/ (contract C4). */
export const pauseService = operation({
  on: customer,
  name: "pause",
  area: "billing",
  summary: "Pause a customer's service, from tomorrow or another day on until a last day",
  allows: "Pause customers' services",
  further_permissions: ["subscribers.customer.pause_beyond"],
  input: z.strictObject({
    /** The first day; left out: tomorrow. */
    from: date().nullish(),
    /** The last day. */
    to: date({ required: true }),
    reason: text({ max: 500 }).nullish(),
  }),
  output: recordSchema(servicePause),
  status: 201,
  failures: ["PAUSE_LIMIT", "PAUSED", "ILLEGAL_TRANSITION", "OVER_CREDITED"],
  changes: CHANGED,
  offline: true,
});

/** POST /customers/{id}/resume/: ends the pause with the day before; one that has not begun is called off. */
export const resumeService = operation({
  on: customer,
  name: "resume",
  area: "billing",
  summary: "End a customer's pause: it ends with the day before, and one that has not begun is called off",
  allows: "End pauses of customers' services",
  input: z.strictObject({ reason: text({ max: 500 }).nullish() }),
  output: recordSchema(servicePause),
  failures: ["ILLEGAL_TRANSITION", "ALREADY_BILLED", "NOT_REVERSIBLE", "OVER_CREDITED"],
  changes: CHANGED,
  offline: true,
});

const amount = money({ signed: true });

/** What ending a service answers: the customer as they then are, and what became of the days that are left. */
const endAnswer = recordSchema(customer).extend({
  rest_days: z.int(),
  rest_value: amount,
  /** What became free advance. */
  freed: amount,
  refund: z.uuid().nullable(),
  credit_amount: amount,
  /** What is still held of the customer's. */
  deposits: z.array(recordSchema(deposit)),
});

/** POST /customers/{id}/end-service/ (contract C4). */
export const endService = operation({
  on: customer,
  name: "end_service",
  area: "billing",
  summary:
    "End a customer's service for good: what is left of paid days becomes advance, is paid out or kept",
  allows: "End customers' services",
  further_permissions: ["finance.refund.create"],
  input: z.strictObject({
    /** The last day of service; left out: today. */
    on: date().nullish(),
    settle: choice(["ADVANCE", "REFUND", "FORFEIT"], { required: true }),
    method: choice(RECEIVED_METHODS).optional(),
    reason: text({ required: true, max: 500 }),
  }),
  output: endAnswer,
  failures: ["ILLEGAL_TRANSITION", "ALREADY_BILLED", "NOT_REVERSIBLE", "OVER_CREDITED"],
  changes: [...CHANGED, "refunds", "onus"],
});
