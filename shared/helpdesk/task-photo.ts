// Pictures of a work order: what was found and done, and who signed. The record goes with the other commands; the picture
// itself follows by a separate queue, and is not part of any list.
import { z } from "zod";
import { choice, count, instant, nullable, reference, text } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";
import { task } from "./task.ts";

const PHOTO_KINDS = ["PHOTO", "SIGNATURE"] as const;
export const PHOTO_TYPES = ["image/jpeg", "image/webp", "image/png"] as const;
/** The largest picture in bytes: a phone makes it a third of that before it is kept. */
export const PHOTO_BYTES_MAX = 1_048_576;
/** How many pictures one work order takes. */
export const PHOTOS_MAX = 60;
const PIXELS_MAX = 20_000;

const never = { writable: "never" } as const;

/** What is known of a picture before it arrives. */
const picture = {
  kind: choice(PHOTO_KINDS, { required: true }),
  content_type: choice(PHOTO_TYPES, { required: true }),
  bytes: count({ required: true }),
  /** Of the picture's bytes, in hexadecimal digits: what arrives is compared with it. */
  sha256: text({ required: true, max: 64, pattern: /^[0-9a-f]{64}$/, hint: "64 hexadecimal digits" }),
  width: count({ required: true }),
  height: count({ required: true }),
  note: nullable(text({ max: 500 })),
};

export const taskPhoto = resource({
  name: "task_photo",
  path: "task-photos",
  area: "helpdesk",
  module: "operations",
  summary: "A picture of a work order, or a signature on it",
  fields: {
    task: reference("task", never),
    kind: choice(PHOTO_KINDS, never),
    taken_at: instant(never),
    taken_by: text(never),
    content_type: choice(PHOTO_TYPES, never),
    bytes: count(never),
    sha256: text(never),
    width: count(never),
    height: count(never),
    note: nullable(text(never)),
    /** Null: the picture itself is still on the phone that took it. */
    arrived_at: nullable(instant(never)),
  },
  verbs: ["list", "read"],
  parent: { via: "task" },
  large: { filters: ["task"] },
  order: ["taken_at"],
  replica: { indexes: [["task"]] },
});

export type TaskPhoto = RecordOf<typeof taskPhoto>;

export const addTaskPhoto = operation({
  on: task,
  name: "add_photo",
  summary: "Tell of a picture that was taken at a work order; the picture itself follows",
  permission: "operations.task.update",
  input: z.strictObject({
    ...picture,
    bytes: picture.bytes.min(1).max(PHOTO_BYTES_MAX),
    width: picture.width.min(1).max(PIXELS_MAX),
    height: picture.height.min(1).max(PIXELS_MAX),
    note: picture.note.optional(),
  }),
  adds: taskPhoto,
  failures: ["BUSINESS_RULE"],
  offline: true,
});

export const removeTaskPhoto = operation({
  on: task,
  name: "remove_photo",
  summary: "Take a picture back that has not arrived yet; what has arrived stays",
  permission: "operations.task.update",
  input: z.strictObject({ photo: reference("task_photo", { required: true }) }),
  changes: ["task_photos"],
  failures: ["ILLEGAL_TRANSITION"],
  offline: true,
});

/** The address of a picture, below /api/v1; `{photo_id}` is the record's. */
export const PHOTO_PATH = "/tasks/{id}/photos/{photo_id}/";
