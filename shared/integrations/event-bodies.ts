// What is sent of an event, as its catalogue describes it.
import { z } from "zod";
import { recordSchema } from "../kernel/resource.ts";
import type { EventType } from "./event-types.ts";

/** A body of this type, as long as it is under 20 kB. */
export function eventBody({ type, on, update }: EventType): z.ZodType {
  const previous = z.record(z.string(), z.unknown()).optional();
  const record = update ? recordSchema(on).extend({ previous }) : recordSchema(on);
  return z.object({ type: z.literal(type), timestamp: z.iso.datetime({ offset: true }), data: record });
}

const anything = z.record(z.string(), z.unknown());

export const eventTypesAnswer = z.object({
  results: z.array(
    z.object({ type: z.string(), description: z.string(), schema: anything, example: anything }),
  ),
});
