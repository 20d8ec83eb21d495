// Record ids: UUIDv7, made by the server or by a client that creates offline (contract §1).
import { v5, v7 } from "uuid";

/** A new UUIDv7: unique without a server, and in order of time, which keeps indexes dense. */
export function newId(): string {
  return v7();
}

/** The UUID that follows from two others: work that is repeated for the same two finds its earlier result. */
export function idOf(of: string, by: string): string {
  return v5(by, of);
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID; anything else in a path is an unknown record (404), never an error of the database. */
export function isId(text: string): boolean {
  return UUID_PATTERN.test(text);
}

/** Comes before every id: where a walk through ids begins. */
export const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
