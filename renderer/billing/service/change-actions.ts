// What can be done with a change of package: one that waits is called off, one that holds is taken back.
import { IconArrowBackUp, IconX } from "@tabler/icons-react";
import { cancelChange, undoChange } from "../../../shared/billing/index.ts";
import type { AnyRecord } from "../../kernel/resource/fields.ts";
import type { Action } from "../../kernel/resource/operation/action.ts";
import { lazily } from "../../kernel/screen/lazily.tsx";

const UndoPreview = lazily(() => import("./undo-preview.tsx"), "UndoPreview");

export const CHANGE_ACTIONS: readonly Action[] = [
  { operation: cancelChange, icon: IconX, when: ({ state }) => state === "SCHEDULED" },
  {
    operation: undoChange,
    icon: IconArrowBackUp,
    danger: true,
    when: ({ state }) => state === "DONE",
    preview: UndoPreview,
  },
];

/** Where the server says what taking a change back would do; it refuses where it would not do it. */
export const undoPreviewPath = ({ id }: AnyRecord): string => `/api/v1/service-changes/${id}/undo-preview/`;
