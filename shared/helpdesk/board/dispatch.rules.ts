// A work order made of a ticket: what it takes over, and what becomes of the ticket. Pure.
import { Failure } from "../../kernel/failure.ts";
import { isOpenTicket } from "../outage.rules.ts";
import type { Task } from "../task.ts";
import { planReply } from "../ticket.rules.ts";
import type { Ticket } from "../ticket.ts";

const TYPE_OF: Readonly<Record<Ticket["category"], Task["task_type"]>> = {
  NO_INTERNET: "REPAIR",
  SLOW: "REPAIR",
  HARDWARE: "REPAIR",
  RELOCATION: "INSTALLATION",
  BILLING: "INSPECTION",
  OTHER: "INSPECTION",
};
const TITLE_MAX = 200;

/** What is said of the work order beside what its ticket says. */
export interface Given {
  readonly title?: string | undefined;
  readonly task_type?: Task["task_type"] | undefined;
  readonly template?: string | null | undefined;
  readonly assigned_to?: string | null | undefined;
  readonly due_date?: string | null | undefined;
  readonly window_from?: string | null | undefined;
  readonly window_to?: string | null | undefined;
}

/** The kind of work that a ticket usually needs. */
export const workFor = ({ category }: Pick<Ticket, "category">): Task["task_type"] => TYPE_OF[category];

/** The work order that a ticket asks for. */
export function planTask(ticket: Ticket, given: Given) {
  const { id, customer, description, priority, incident } = ticket;
  return {
    ...{ ticket: id, customer, description, priority, incident },
    title: given.title ?? ticket.subject.slice(0, TITLE_MAX),
    task_type: given.task_type ?? workFor(ticket),
    template: given.template ?? null,
    assigned_to: given.assigned_to ?? null,
    due_date: given.due_date ?? null,
    window_from: given.window_from ?? null,
    window_to: given.window_to ?? null,
  };
}

/**
 * A technician is sent: the ticket is in progress, again where it was resolved. What was dispatched offline is taken, whatever
 * became of the ticket since.
 * @throws Failure ILLEGAL_TRANSITION for a closed one.
 */
export function planDispatch(ticket: Ticket, moment: { at: string; offline: boolean }) {
  if (ticket.status === "CLOSED" && !moment.offline)
    throw new Failure("ILLEGAL_TRANSITION", "A ticket that is CLOSED asks for no work");
  return planReply(ticket, "IN_PROGRESS", moment);
}

const isOpenTask = ({ status }: Pick<Task, "status">) => status !== "COMPLETED" && status !== "CANCELLED";

/** Whether all that was to be done in the field for an open ticket is done: it can be resolved. */
export const isToResolve = (
  ticket: Pick<Ticket, "status">,
  tasks: readonly Pick<Task, "status" | "left_unfixed">[],
): boolean =>
  isOpenTicket(ticket) &&
  tasks.some(({ status, left_unfixed }) => status === "COMPLETED" && left_unfixed === null) &&
  !tasks.some(isOpenTask);
