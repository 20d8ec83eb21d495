// Where a company's own programs are told what happens: an address, what it wants to hear, and as what it hears it.
import { z } from "zod";
import { choice, count, flag, instant, json, nullable, prose, reference, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { type RecordOf, recordSchema, resource } from "../kernel/resource.ts";

const never = { writable: "never" } as const;

/** So many a company has at most. */
export const MAX_ENDPOINTS = 20;

/** A name, a head with a star, a star; which of them there are the server says (event-types.ts). */
const eventNames = z
  .array(
    z
      .string()
      .regex(/^(\*|[a-z_]{1,40}\.(\*|[a-z_]{1,40}))$/, "customer.created, customer.* or *")
      .meta({ example: "customer.created" }),
  )
  .min(1)
  .max(100);

export const webhookEndpoint = resource({
  name: "webhook_endpoint",
  path: "webhook-endpoints",
  area: "integrations",
  module: "platform",
  summary: "An address that is told what happens, signed by the Standard Webhooks",
  many: "webhook endpoints",
  fields: {
    url: text({ required: true, max: 2_000 }),
    description: nullable(text({ max: 200 })),
    /** Names (`customer.created`), heads (`customer.*`), or `*`. */
    events: json(eventNames, { required: true }),
    /** As with an API token: what this role may not see is not sent. */
    role: reference("role", { required: true }),
    is_active: flag({ initial: true }),
    state: choice(["ACTIVE", "DISABLED"], never),
    /** GONE: it answered 410. FAILING: nothing arrived for five days. BY_HAND: somebody switched it off. */
    disabled_reason: nullable(choice(["GONE", "FAILING", "BY_HAND"], never)),
    /** Since when every attempt has failed; null: the last one did not. */
    failing_since: nullable(instant(never)),
    /** To the minute. */
    last_success_at: nullable(instant(never)),
    /** Until when deliveries are signed with an older secret as well; null: there is one secret. */
    old_secret_until: nullable(instant(never)),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  display: { role_name: { via: "role", column: "name" } },
  search: ["url", "description"],
  title: "url",
});

export type WebhookEndpoint = RecordOf<typeof webhookEndpoint>;

const SECRET = z
  .string()
  .nullable()
  .describe("What deliveries are signed with; null where a repeated request is answered again");

export const webhookEndpointVerbs = plainOperations(webhookEndpoint, {
  create: {
    output: recordSchema(webhookEndpoint).extend({ secret: SECRET }),
    shown_once: ["secret"],
    failures: ["ADDRESS_NOT_ALLOWED", "BUSINESS_RULE"],
  },
  update: { failures: ["ADDRESS_NOT_ALLOWED"] },
  delete: { changes: ["webhook_deliveries"] },
});

export const rotateWebhookSecret = operation({
  on: webhookEndpoint,
  name: "rotate_secret",
  summary: "Sign with a new secret; it is in this answer and never again",
  allows: "Change the secrets that webhooks are signed with",
  input: z.strictObject({
    /** For so long deliveries are signed with the old ones as well; 0: they end at once. */
    old_valid_hours: count({ max: 168, initial: 24 }).default(24),
  }),
  output: recordSchema(webhookEndpoint).extend({ secret: SECRET }),
  shown_once: ["secret"],
});

export const testWebhookEndpoint = operation({
  on: webhookEndpoint,
  name: "test",
  summary: "Send webhook.test to it; what became of it is at /webhook-deliveries/{id}/",
  allows: "Send tests to webhook endpoints",
  input: z.strictObject({}),
  output: z.object({ event: z.uuid(), delivery: z.uuid() }),
  status: 202,
  failures: ["ILLEGAL_TRANSITION"],
  changes: ["webhook_events", "webhook_deliveries"],
});

export const enableWebhookEndpoint = operation({
  on: webhookEndpoint,
  name: "enable",
  summary: "Send to it again; what waits goes out, what was missed meanwhile can be replayed",
  allows: "Switch webhook endpoints on again",
  input: z.strictObject({}),
});

export const REPLAY = "webhook-replay";

export const replayInput = z.strictObject({
  from: instant({ required: true }),
  to: instant({ required: true }),
  types: eventNames.optional(),
  /** What did not arrive, alone. */
  only_failed: flag().optional(),
});

/** POST /webhook-endpoints/{id}/replay/preview/: how many events would be sent again; it sends none. */
export const replayPreviewAnswer = z.object({ events: z.int() });

export const replayToEndpoint = operation({
  on: webhookEndpoint,
  name: "replay",
  summary: "Send a range of events again, to the address, with the secret and the rights of now",
  allows: "Send events again",
  input: replayInput,
  output: z.object({ task_id: z.uuid(), status: z.string() }),
  status: 202,
  changes: ["background_tasks"],
});

/** Kept for so long, with what was answered. */
export const EVENT_DAYS = 30;

export const webhookEvent = resource({
  name: "webhook_event",
  path: "webhook-events",
  area: "integrations",
  module: "platform",
  summary: "Something that endpoints were told of, kept for 30 days",
  many: "webhook events",
  fields: {
    type: text(never),
    timestamp: instant(never),
    /** The record that it is about; of which resource, the type says. */
    record: nullable(reference("object", never)),
    /** What is sent, byte by byte; null: it was not sent yet. */
    body: nullable(prose({ ...never, max: 20_000 })),
  },
  verbs: ["list", "read"],
  large: { filters: ["type", "record", "timestamp"] },
  order: ["-timestamp"],
  title: "type",
  seen_with: "webhook_endpoint",
  has_feed: false,
});

export type WebhookEvent = RecordOf<typeof webhookEvent>;

export const replayWebhookEvent = operation({
  on: webhookEvent,
  name: "replay",
  summary: "Send an event again: to one endpoint, or to all that want to hear of it",
  permission: "platform.webhook_endpoint.replay",
  input: z.strictObject({ endpoint: reference("webhook_endpoint").optional() }),
  changes: ["webhook_deliveries"],
});

export const webhookDelivery = resource({
  name: "webhook_delivery",
  path: "webhook-deliveries",
  area: "integrations",
  module: "platform",
  summary: "An event on its way to an endpoint, and what became of it",
  many: "webhook deliveries",
  fields: {
    event: reference("webhook_event", never),
    endpoint: reference("webhook_endpoint", never),
    type: text(never),
    /** How often it was tried. */
    attempt: count(never),
    status: choice(["PENDING", "SUCCEEDED", "FAILED"], never),
    response_status: nullable(count(never)),
    /** The first kilobyte of what was answered. */
    response_head: nullable(prose(never)),
    duration_ms: nullable(count(never)),
    /** Why there was no answer, by its kind; NOT_PERMITTED: the endpoint's role may not see it. */
    error: nullable(text(never)),
    /** When it is tried next; null: it is not. */
    next_at: nullable(instant(never)),
    is_replay: flag(never),
  },
  verbs: ["list", "read"],
  large: { filters: ["event", "endpoint", "type", "status"] },
  order: ["-created_at"],
  title: "type",
  display: { endpoint_url: { via: "endpoint", column: "url" } },
  seen_with: "webhook_endpoint",
  has_feed: false,
});

export type WebhookDelivery = RecordOf<typeof webhookDelivery>;
