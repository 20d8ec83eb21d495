// The catalogue of events: each with its schema, and an example that is true of the demo.
import { z } from "zod";
import { EVENT_TYPES, type EventType } from "../../shared/integrations/index.ts";
import { type RecordOf, type Resource, recordSchema } from "../../shared/kernel/resource.ts";
import { textIn } from "../../shared/kernel/writing/language.ts";
import { route } from "../kernel/area.ts";
import { exampleOf } from "../kernel/openapi/examples.ts";
import { jsonSchema } from "../kernel/openapi/json-schema.ts";

/** What a body of this type is made of. */
function schemaOf({ type, on, update }: EventType): z.ZodType {
  const previous = z.record(z.string(), z.unknown()).optional();
  const record = update ? recordSchema(on).extend({ previous }) : recordSchema(on);
  return z.object({ type: z.literal(type), timestamp: z.iso.datetime({ offset: true }), data: record });
}

function exampleBody({ type, on }: EventType) {
  const data: Partial<RecordOf<Resource>> = exampleOf(on);
  return { type, timestamp: String(data.updated_at), data };
}

const anything = z.record(z.string(), z.unknown());

export const eventTypesRoute = route({
  method: "GET",
  path: "/webhook-event-types/",
  summary: "What webhooks tell of, each with its schema and an example",
  area: "integrations",
  permission: "platform.webhook_endpoint.view",
  output: z.object({
    results: z.array(
      z.object({ type: z.string(), description: z.string(), schema: anything, example: anything }),
    ),
  }),
  handler: async () => ({
    results: EVENT_TYPES.map((one) => ({
      type: one.type,
      description: textIn("en", one.says),
      schema: jsonSchema(schemaOf(one)),
      example: exampleBody(one),
    })),
  }),
});
