// What a server process remembers of routers' sessions from look to look, so that a look without news reads none of their rows.
import type { ObservedSession } from "../../../shared/network/agent-wire.ts";
import type { Database } from "../../kernel/db/db.ts";

export interface KnownSession {
  place: number;
  username: string;
  session_id: string;
  connection: ObservedSession["connection"];
  customer: string | null;
  ip_address: string | null;
  mac_address: string | null;
  started_ms: number;
}

/** What is known of a router's sessions, as long as no other process writes them (router_looks.layout). */
export interface Known {
  layout: string;
  read_at: number;
  looks: number;
  sessions: ReadonlyMap<string, KnownSession>;
}

/**
 * What each server process remembers, by router; one whose sessions are not in it, or of which another process has written
 * news since, is read from the database.
 */
const memories = new WeakMap<Database, Map<string, Known>>();
const ROUTERS_REMEMBERED = 2_000;

export function memoryOf(db: Database): Map<string, Known> {
  const memory = memories.get(db) ?? new Map<string, Known>();
  memories.set(db, memory);
  return memory;
}

export function remember(remembered: Map<string, Known>, router: string, known: Known): void {
  remembered.delete(router);
  remembered.set(router, known);
  for (const oldest of remembered.keys()) {
    if (remembered.size <= ROUTERS_REMEMBERED) return;
    remembered.delete(oldest);
  }
}
