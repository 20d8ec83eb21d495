// Calls with customers: who called whom, how long, and what came of it.
import { choice, count, instant, nullable, prose, reference, text } from "../kernel/field.ts";
import { plainOperations } from "../kernel/operation.ts";
import { LINE_TROUBLES } from "../kernel/outgoing/line-trouble.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";

export const DISPOSITIONS = ["ANSWERED", "NO_ANSWER", "BUSY", "CALLBACK", "RESOLVED", "COMPLAINT"] as const;

/** DECLINED: the gateway does not take this call. GATEWAY_TROUBLE: it could not, and may another time. */
export const CALL_TROUBLES = [...LINE_TROUBLES, "DECLINED", "GATEWAY_TROUBLE"] as const;
export type CallTrouble = (typeof CALL_TROUBLES)[number];

export const callLog = resource({
  name: "call_log",
  path: "call-logs",
  area: "callcenter",
  module: "callcenter",
  summary: "A call with a customer",
  fields: {
    customer: nullable(reference("customer", { outlived: true })),
    /** The customer's unless it is given. */
    phone_number: text({ max: 40, normal: "phone" }),
    call_type: choice(["INBOUND", "OUTBOUND"], { initial: "INBOUND" }),
    /** Null: the outcome is unknown, as of a call that a gateway has accepted. */
    disposition: nullable(choice(DISPOSITIONS)),
    /** Of a CALLBACK, when the customer wants it; null: as soon as possible. */
    callback_at: nullable(instant()),
    started_at: instant(),
    duration_seconds: count({ initial: 0, max: 86_400 }),
    /** The caller of the API unless it is given. */
    agent: nullable(reference("staff", { outlived: true })),
    notes: nullable(prose()),
    recording_url: nullable(
      text({ max: 500, pattern: /^https?:\/\/\S+$/, hint: "An address that begins with http" }),
    ),
    /** Why a broadcast's call did not come about; null: it did, or a person made it. */
    error: nullable(choice(CALL_TROUBLES, { writable: "never" })),
    /** The task of the broadcast that made it. */
    broadcast: nullable(reference("background_task", { writable: "never" })),
  },
  verbs: ["list", "read", "create", "update"],
  large: { filters: ["customer", "agent", "disposition", "call_type", "broadcast"] },
  search: ["phone_number"],
  order: ["-started_at"],
  title: "phone_number",
  display: {
    customer_name: { via: "customer", column: "name" },
    agent_name: { via: "agent", column: "full_name" },
  },
  replica: { indexes: [["customer"], ["disposition", "started_at"]] },
  offline: ["create", "update"],
});

export type CallLog = RecordOf<typeof callLog>;

export const callLogVerbs = plainOperations(callLog);
