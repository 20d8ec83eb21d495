// What a reply will leave of its ticket, and what becomes of a work order.
import {
  assignTask,
  cancelTask,
  checkTask,
  completeTask,
  moveTicket,
  planReply,
  planStep,
  replyToTicket,
  startTask,
  withPoint,
} from "../../shared/helpdesk/index.ts";
import { expect } from "../kernel/expected/rules.ts";

export const helpdeskExpectations = [
  expect(replyToTicket, (ticket, { status }, { now }) =>
    planReply(ticket, status, { at: now, offline: false }),
  ),
  expect(moveTicket, (ticket, { status }, { now }) => planReply(ticket, status, { at: now, offline: false })),
  expect(assignTask, (task, { assigned_to }) => planStep(task, { status: "ASSIGNED", assigned_to })),
  expect(startTask, (task) => planStep(task, { status: "IN_PROGRESS" })),
  expect(completeTask, (task, { completion_notes }, { now }) =>
    planStep(task, { status: "COMPLETED", completed_at: now, completion_notes }),
  ),
  expect(cancelTask, (task, { reason }) => planStep(task, { status: "CANCELLED", cancel_reason: reason })),
  expect(checkTask, ({ checklist }, { text, done }) => ({ checklist: withPoint(checklist, { text, done }) })),
];
