// Where the server says what taking a change of package back would do.
import type { AnyRecord } from "../../kernel/resource/fields.ts";

/** It is refused there where the change would not be taken back. */
export const undoPreviewPath = ({ id }: AnyRecord): string => `/api/v1/service-changes/${id}/undo-preview/`;
