// What providers and channels call in with, as it came, and what became of it.
import { z } from "zod";
import { choice, count, instant, json, nullable, prose, reference, text } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { INBOUND_SOURCES, INBOUND_STATUSES, VERDICTS } from "../kernel/outgoing/inbound.ts";
import { resource } from "../kernel/resource.ts";

const never = { writable: "never" } as const;

export const inboundCall = resource({
  name: "inbound_call",
  path: "inbound-calls",
  area: "integrations",
  module: "platform",
  summary: "A call of a provider or channel, as it came, kept for 90 days",
  many: "inbound calls",
  fields: {
    source: choice(INBOUND_SOURCES, never),
    /** The gateway account or channel whose address was called. */
    account: reference("object", never),
    received_at: instant(never),
    address: text(never),
    /** Null: it was not looked at yet. */
    verdict: nullable(choice(VERDICTS, never)),
    status: choice(INBOUND_STATUSES, never),
    attempts: count(never),
    next_try_at: nullable(instant(never)),
    last_error: nullable(prose(never)),
    payment_events: json(z.array(z.uuid()), never),
    /** Without what proves who sent it. */
    headers: json(z.record(z.string(), z.string()), never),
    /** As it came; in base64 where it is no text. */
    body: prose({ ...never, max: 400_000 }),
  },
  verbs: ["list", "read"],
  large: { filters: ["account", "verdict", "status", "source", "received_at"] },
  order: ["-received_at"],
  title: "address",
});

export const applyInboundCallAgain = operation({
  on: inboundCall,
  name: "apply_again",
  summary: "Try a call again that was not applied; what is applied stays, and the answer is the same",
  allows: "Try inbound calls again",
  input: z.strictObject({}),
  failures: ["ILLEGAL_TRANSITION"],
});

/** Providers say what they like behind the question mark. */
export const callbackQuery = z.record(z.string(), z.unknown());
/** What the provider wants to hear; else an empty object. */
export const callbackAnswer = z.unknown();
