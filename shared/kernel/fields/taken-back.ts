// What every document says that was taken back: when, by whom and why.
import { instant, nullable, text } from "../field.ts";

const never = { writable: "never" } as const;

/** All null until it is taken back. */
export const takenBackFields = {
  reversed_at: nullable(instant(never)),
  reversed_by: nullable(text(never)),
  reversal_reason: nullable(text({ ...never, max: 500 })),
};
