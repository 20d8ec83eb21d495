// What is alike in every work order of a kind: what is to be thought of, and what has to be shown for it at the end.
import { z } from "zod";
import { choice, count, flag, json, nullable, text } from "../kernel/field.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";
import { PRIORITIES } from "./priority.ts";
import { CHECKLIST_MAX, TASK_TYPES } from "./task.rules.ts";

export const taskTemplate = resource({
  name: "task_template",
  path: "task-templates",
  area: "helpdesk",
  module: "operations",
  summary: "What a kind of work order is made of: its checklist, and what has to be shown for it at the end",
  fields: {
    name: text({ required: true }),
    task_type: choice(TASK_TYPES, { required: true }),
    checklist: json(z.array(text({ required: true })).max(CHECKLIST_MAX), { initial: [] }),
    priority: choice(PRIORITIES, { initial: "MEDIUM" }),
    /** How long it usually takes. */
    minutes_expected: nullable(count({ min: 1, max: 1_440 })),
    /** Without these the work is not done: a reading of the light, a signature, a picture. */
    needs_rx: flag({ initial: false }),
    needs_signature: flag({ initial: false }),
    needs_photo: flag({ initial: false }),
    is_active: flag({ initial: true }),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["name"],
  order: ["name"],
  replica: true,
});

export type TaskTemplate = RecordOf<typeof taskTemplate>;
