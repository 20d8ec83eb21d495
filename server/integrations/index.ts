// The integrations area's door: what happens is told to a company's own programs.
import { integrationsResources } from "../../shared/integrations/index.ts";
import { callbackCounters } from "../kernel/callbacks/figures.ts";
import { CALLBACK_KEYS } from "../kernel/callbacks/keys.ts";
import { servedArea } from "../kernel/served-area.ts";
import { forgetEvents } from "./clean-up.ts";
import { endpointOperations } from "./endpoints.ts";
import { eventTypesRoute } from "./event-types-route.ts";
import { webhookCounters, webhookFigures } from "./figures.ts";
import { applyJob, callbackRoutes, forgetCalls, inboundCallOperations } from "./inbound-calls.ts";
import { replayPreviewRoute, replayTask } from "./replay.ts";
import { WebhookSender } from "./sender.ts";
import { WEBHOOK_SECRETS } from "./signing.ts";

export { keepTriggers } from "./triggers.ts";

export const integrations = servedArea(integrationsResources, {
  name: "integrations",
  summary: "Webhooks: what happens, told to other programs; and what providers call in with",
  operations: [...endpointOperations, ...inboundCallOperations],
  routes: [eventTypesRoute, replayPreviewRoute, ...callbackRoutes],
  sealed: [WEBHOOK_SECRETS, CALLBACK_KEYS],
  tasks: [replayTask],
  jobs: [forgetEvents, applyJob, forgetCalls],
  figures: webhookFigures,
  counters: [...webhookCounters, ...callbackCounters],
  start(services) {
    const sender = new WebhookSender(services);
    sender.start();
    return () => sender.stop();
  },
});
