// Keeps a picture of a work order: made small, sealed on this device in one write with its command, handed in when there is a line.
import { useCallback } from "react";
import { addTaskPhoto, type TaskPhoto } from "../../../shared/helpdesk/index.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { shrinkPicture } from "../../kernel/form/shrink-picture.ts";

interface Given {
  readonly kind?: TaskPhoto["kind"];
  readonly note?: string | null;
}

/** The path of a command's file at the server, below its address. */
const fileOf = (task: string, photo: string) => `/api/v1/tasks/${task}/photos/${photo}/`;

/** Of a picture that has arrived; null before. */
export const pictureAddress = ({ task, id, arrived_at }: Pick<TaskPhoto, "task" | "id" | "arrived_at">) =>
  arrived_at === null ? null : fileOf(task, id);

/**
 * Answers a function that keeps a picture; when it resolves the picture is safe on this device.
 * @throws Error for what is no picture; LocalFailure DISK where there is no room: nothing that was there before is lost.
 */
export function useAddPhoto(): (task: string, file: Blob, given?: Given) => Promise<void> {
  const send = useSend();
  return useCallback(
    async (task, file, { kind = "PHOTO", note = null } = {}) => {
      const { bytes, ...known } = await shrinkPicture(file, kind === "SIGNATURE" ? "lines" : "photo");
      const attachment = { path: fileOf(task, "{command}"), content_type: known.content_type, bytes };
      await send(addTaskPhoto, { id: task, kind, note, bytes: bytes.length, ...known }, attachment);
    },
    [send],
  );
}
