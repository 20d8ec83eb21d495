// The integrations area's door: what a company's own programs are told.
import { operationsOf } from "../kernel/operation.ts";
import { applyInboundCallAgain, inboundCall } from "./inbound-call.ts";
import {
  enableWebhookEndpoint,
  replayToEndpoint,
  replayWebhookEvent,
  rotateWebhookSecret,
  testWebhookEndpoint,
  webhookDelivery,
  webhookEndpoint,
  webhookEndpointVerbs,
  webhookEvent,
} from "./webhook-endpoint.ts";

export * from "./event-bodies.ts";
export * from "./event-types.ts";
export * from "./inbound-call.ts";
export * from "./webhook-endpoint.ts";

export const integrationsResources = [webhookEndpoint, webhookDelivery, webhookEvent, inboundCall] as const;
export const integrationsOperations = operationsOf(integrationsResources, [
  ...Object.values(webhookEndpointVerbs),
  rotateWebhookSecret,
  testWebhookEndpoint,
  enableWebhookEndpoint,
  replayToEndpoint,
  replayWebhookEvent,
  applyInboundCallAgain,
]);
