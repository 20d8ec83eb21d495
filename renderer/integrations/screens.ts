// Webhooks: where they go, what is on its way, what happened.

import {
  applyInboundCallAgain,
  enableWebhookEndpoint,
  inboundCall,
  replayToEndpoint,
  replayWebhookEvent,
  rotateWebhookSecret,
  testWebhookEndpoint,
  webhookDelivery,
  webhookEndpoint,
  webhookEvent,
} from "../../shared/integrations/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../kernel/screen/later-icon.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";

const EventsInput = lazily(() => import("./events-input.tsx"), "EventsInput");
const ReplayCount = lazily(() => import("./replay-count.tsx"), "ReplayCount");
const SwitchedOff = lazily(() => import("./switched-off.tsx"), "SwitchedOff");
const EventHead = lazily(() => import("./event-head.tsx"), "EventHead");
const DeliveryHead = lazily(() => import("./delivery-head.tsx"), "DeliveryHead");
const EndpointHead = lazily(() => import("./endpoint-head.tsx"), "EndpointHead");

export const integrationsScreens = [
  ...resourceScreen(webhookEndpoint, {
    icon: laterIcon("IconWebhook"),
    for: "platform.webhook_endpoint.update",
    columns: ["url", "description", "state", "last_success_at", "failing_since"],
    hidden: ["role", "events", "disabled_reason", "old_secret_until", "is_active"],
    filters: ["state", "role"],
    widths: { url: 300, description: 180 },
    groups: [
      { fields: ["url", "description", "events", "role", "is_active"] },
      { fields: ["state", "disabled_reason", "failing_since", "last_success_at", "old_secret_until"] },
    ],
    formProps: { inputs: { events: EventsInput } },
    head: EndpointHead,
    banner: SwitchedOff,
    actions: [
      {
        operation: testWebhookEndpoint,
        icon: laterIcon("IconSend"),
        at_once: true,
        when: ({ is_active }) => is_active === true,
      },
      {
        operation: enableWebhookEndpoint,
        icon: laterIcon("IconPlayerPlay"),
        at_once: true,
        when: ({ is_active }) => is_active === false,
      },
      { operation: replayToEndpoint, icon: laterIcon("IconRepeat"), preview: ReplayCount },
      { operation: rotateWebhookSecret, icon: laterIcon("IconKey") },
    ],
  }),
  ...resourceScreen(webhookDelivery, {
    icon: laterIcon("IconSend"),
    for: "platform.webhook_endpoint.update",
    columns: ["type", "status", "attempt", "response_status", "error", "created_at"],
    filters: ["status", "endpoint", "type"],
    hidden: ["endpoint", "event", "next_at", "duration_ms", "is_replay"],
    on: ["endpoint", "event"],
    head: DeliveryHead,
  }),
  ...resourceScreen(webhookEvent, {
    icon: laterIcon("IconAntenna"),
    for: "platform.webhook_endpoint.update",
    columns: ["type", "timestamp", "record"],
    filters: ["type", "timestamp"],
    head: EventHead,
    in_head: ["body"],
    actions: [{ operation: replayWebhookEvent, icon: laterIcon("IconRepeat") }],
  }),
  ...resourceScreen(inboundCall, {
    icon: laterIcon("IconArrowDownLeft"),
    for: "platform.inbound_call.apply_again",
    columns: ["received_at", "source", "address", "verdict", "status", "last_error"],
    hidden: ["account", "attempts", "next_try_at"],
    widths: { source: 110, address: 120 },
    filters: ["verdict", "status", "source", "received_at"],
    actions: [
      {
        operation: applyInboundCallAgain,
        icon: laterIcon("IconRepeat"),
        at_once: true,
        when: ({ status, verdict }) =>
          status !== "APPLIED" && verdict !== "BAD_SIGNATURE" && verdict !== "STALE",
      },
    ],
  }),
];
