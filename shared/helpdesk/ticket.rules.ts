// How a ticket moves from state to state. Pure.
import { Failure } from "../kernel/failure.ts";

export const TICKET_STATUSES = ["OPEN", "IN_PROGRESS", "WAITING", "RESOLVED", "CLOSED"] as const;
type Status = (typeof TICKET_STATUSES)[number];

/** A resolved ticket is opened again where the trouble comes back; a closed one is history. */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  OPEN: ["IN_PROGRESS", "WAITING", "RESOLVED", "CLOSED"],
  IN_PROGRESS: ["OPEN", "WAITING", "RESOLVED", "CLOSED"],
  WAITING: ["OPEN", "IN_PROGRESS", "RESOLVED", "CLOSED"],
  RESOLVED: ["OPEN", "IN_PROGRESS", "CLOSED"],
  CLOSED: [],
};

export const ticketMayBecome = (from: Status, to: Status): boolean => NEXT[from].includes(to);

/**
 * What a reply makes of its ticket. Work that was done offline is taken as it is: where its ticket has moved since so
 * that the wished status can't follow, the status stays.
 * @throws Failure ILLEGAL_TRANSITION, for a reply that was not written offline.
 */
export function planReply<T extends { status: Status; resolved_at: string | null }>(
  { status, resolved_at }: T,
  wished: Status | undefined,
  { at, offline }: { at: string; offline: boolean },
) {
  if (wished === undefined || wished === status) return { status, resolved_at };
  if (NEXT[status].includes(wished)) {
    const isDone = wished === "RESOLVED" || wished === "CLOSED";
    return { status: wished, resolved_at: isDone ? (resolved_at ?? at) : null };
  }
  if (offline) return { status, resolved_at };
  throw new Failure("ILLEGAL_TRANSITION", `A ticket that is ${status} can't become ${wished}`);
}
