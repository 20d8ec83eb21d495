// What RxDB wants to find on every record, and the server does not send: one object and one text for all that come together.
import type { RxDocumentData } from "rxdb";

export type Marks = Pick<RxDocumentData<unknown>, "_rev" | "_meta" | "_attachments">;

/** What a pulled record's changes are said to come from. */
export const PULLED = "replica-pulled";

const NO_ATTACHMENTS: Marks["_attachments"] = Object.freeze({});
/** RxDB tells two states of a record apart by revision and time of writing: here the revision suffices. */
const WRITTEN: Marks["_meta"] = Object.freeze({ lwt: 1 });

/**
 * The marks of a revision of this height. Of two states of a record the later one has the greater height: the server's own
 * version may repeat or fall, so it is counted in this window.
 */
export const marksOf = (height: number): Marks => ({
  _rev: `${height}-l`,
  _meta: WRITTEN,
  _attachments: NO_ATTACHMENTS,
});

let height = 0;

/** The marks of what is written next. */
export const nextMarks = (): Marks => marksOf(++height);
