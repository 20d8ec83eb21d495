// The catalogue of events: each with its schema, and an example that is true of the demo.
import { EVENT_TYPES, type EventType, eventBody, eventTypesAnswer } from "../../shared/integrations/index.ts";
import { textIn } from "../../shared/kernel/formatting/language.ts";
import type { RecordOf, Resource } from "../../shared/kernel/resource.ts";
import { route } from "../kernel/area.ts";
import { exampleOf } from "../kernel/openapi/examples.ts";
import { jsonSchema } from "../kernel/openapi/json-schema.ts";

function exampleBody({ type, on }: EventType) {
  const data: Partial<RecordOf<Resource>> = exampleOf(on);
  return { type, timestamp: String(data.updated_at), data };
}

export const eventTypesRoute = route({
  method: "GET",
  path: "/webhook-event-types/",
  summary: "What webhooks tell of, each with its schema and an example",
  area: "integrations",
  permission: "platform.webhook_endpoint.view",
  output: eventTypesAnswer,
  handler: async () => ({
    results: EVENT_TYPES.map((one) => ({
      type: one.type,
      description: textIn("en", one.says),
      schema: jsonSchema(eventBody(one)),
      example: exampleBody(one),
    })),
  }),
});
