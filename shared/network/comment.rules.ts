// Whose a router's row is: the marker that opens its comment, and what of the comment is the operator's own.

const MARKER = /^\[isp:([0-9a-f]{8}):([0-9a-zA-Z-]{1,64})\](?: |$)/;
/** Text behind this is the operator's, and is kept. */
const NOTE = " | ";
/** Bytes that were no UTF-8 (written by WinBox in a Windows code page) were read as this; never written back. */
export const UNREADABLE = "\uFFFD";

export interface Marker {
  tenant_marker: string;
  id: string;
}

/** Whose row this is, by the marker that opens its comment; null: not one of ours. */
export function parseMarker(comment: string): Marker | null {
  const match = MARKER.exec(comment);
  return match ? { tenant_marker: match[1] ?? "", id: match[2] ?? "" } : null;
}

const withoutMarker = (comment: string): string => comment.replace(MARKER, "");

/** The operator's own note: the text behind ` | ` in a row of ours, all of it in a row that is adopted. */
function noteOf(comment: string): string {
  if (parseMarker(comment) === null) return comment.trim();
  const text = withoutMarker(comment);
  const at = ` ${text}`.indexOf(NOTE);
  return at < 0 ? "" : ` ${text}`.slice(at + NOTE.length);
}

/** `[isp:<tenant8>:<id>] Human Name | note`: control characters and the separator can not be part of a name. */
export function formatComment(tenant_marker: string, id: string, name: string, note: string): string {
  const human = name
    .replace(/[\p{Cc}|]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `[isp:${tenant_marker}:${id}]${human === "" ? "" : ` ${human}`}${note === "" ? "" : `${NOTE}${note}`}`;
}

/** Comment to write, or null to leave it: it holds unreadable bytes of the operator's, or it is right already. */
export function commentFor(actual: string, tenant_marker: string, id: string, name: string): string | null {
  // As nearly all are: right already, and nothing to be taken apart.
  if (actual === `[isp:${tenant_marker}:${id}] ${name}` || actual.includes(UNREADABLE)) return null;
  return formatComment(tenant_marker, id, name, noteOf(actual));
}
