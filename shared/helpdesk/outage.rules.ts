// Which tickets belong to an outage, and which of them are closed with it. Pure.
import { ticketMayBecome } from "./ticket.rules.ts";
import type { Ticket } from "./ticket.ts";

/** What a ticket is closed with: resolved it can be opened again, closed it is history. */
export const CLOSED_WITH = ["RESOLVED", "CLOSED"] as const;

/** MOVED_ON: it was changed since. STILL_DOWN: its customer's line is not back. WORK_OPEN: a technician is sent there. */
export type WhyLeft = "MOVED_ON" | "STILL_DOWN" | "WORK_OPEN";

/** A ticket that is not resolved or closed. */
export const isOpenTicket = ({ status }: Pick<Ticket, "status">): boolean =>
  status !== "RESOLVED" && status !== "CLOSED";

interface Now extends Pick<Ticket, "status" | "version"> {
  /** What it was when closing together was asked for. */
  asked_version: number;
  is_still_down: boolean;
  has_open_work: boolean;
}

/** Why a ticket is not closed with its outage; null where it is. */
export function whyLeft(now: Now, to: (typeof CLOSED_WITH)[number]): WhyLeft | null {
  if (now.version !== now.asked_version || !ticketMayBecome(now.status, to)) return "MOVED_ON";
  if (now.is_still_down) return "STILL_DOWN";
  return now.has_open_work ? "WORK_OPEN" : null;
}

/** Open tickets that an outage explains and that are not linked to it: their customers are among its own. */
export const explainedBy = <T extends Pick<Ticket, "status" | "incident" | "customer">>(
  tickets: readonly T[],
  customers: ReadonlySet<string>,
): readonly T[] =>
  tickets.filter(
    (ticket) =>
      isOpenTicket(ticket) &&
      ticket.incident === null &&
      ticket.customer !== null &&
      customers.has(ticket.customer),
  );
