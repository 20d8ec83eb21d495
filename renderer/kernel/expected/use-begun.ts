// What a form that changes a record began with.
import { useState } from "react";
import { type Begun, begunWith } from "./drafts.ts";

/** The record as it was when this was first drawn; null stays null. */
export function useBegun<T>(record: T): T extends null ? null : Begun<T> {
  const [first] = useState(record);
  return begunWith(first) as T extends null ? null : Begun<T>;
}
