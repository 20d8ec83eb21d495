// Background tasks: long work that can be watched.
import { z } from "zod";
import { choice, instant, json, nullable, text } from "../kernel/field.ts";
import { resource } from "../kernel/resource.ts";

const never = { writable: "never" } as const;
const anything = z.record(z.string(), z.unknown());

export const backgroundTask = resource({
  name: "background_task",
  path: "background-tasks",
  area: "platform",
  module: "platform",
  summary: "Work that goes on after its request was answered",
  many: "the progress of long work",
  fields: {
    kind: text(never),
    status: choice(["QUEUED", "RUNNING", "SUCCEEDED", "FAILED"], never),
    progress: json(z.object({ done: z.int(), total: z.int().nullable() }), never),
    result: nullable(json(anything, never)),
    error: nullable(json(anything, never)),
    requested_by: text(never),
    started_at: nullable(instant(never)),
    finished_at: nullable(instant(never)),
  },
  verbs: ["list", "read"],
  replica: true,
});
