// What a reply will leave of its ticket, and what becomes of a work order.
import {
  arrangeTask,
  assignTask,
  cancelTask,
  checkTask,
  completeTask,
  dispatchTicket,
  joinIncident,
  moveTicket,
  pauseTask,
  planArrange,
  planComplete,
  planDispatch,
  planEnd,
  planFollowUp,
  planPause,
  planReply,
  planStart,
  planStep,
  planTask,
  removeTaskPhoto,
  replyToTicket,
  startTask,
  task,
  taskPhoto,
  ticketReply,
  withPoint,
} from "../../shared/helpdesk/index.ts";
import { created, deleted } from "../kernel/expected/drafts.ts";
import { expect } from "../kernel/expected/rules.ts";
import { weakestSignal } from "./technician-day/weakest-signal.ts";

export const helpdeskExpectations = [
  expect(replyToTicket, (ticket, { status }, { now }) =>
    planReply(ticket, status, { at: now, offline: false }),
  ),
  expect(moveTicket, (ticket, { status }, { now }) => planReply(ticket, status, { at: now, offline: false })),
  expect(joinIncident, (_ticket, { incident }) => ({ incident })),
  expect(assignTask, (task, { assigned_to }) => planStep(task, { status: "ASSIGNED", assigned_to })),
  expect(startTask, (record, _input, { now }) => planStart(record, now)),
  expect(pauseTask, (record, _input, { now }) => planPause(record, now)),
  expect(
    completeTask,
    (record, { rx_after_dbm, ...input }, { now, settings }) => {
      const rx = rx_after_dbm === null || rx_after_dbm === undefined ? null : Number(rx_after_dbm);
      const moment = { at: now, critical: weakestSignal(settings) };
      return planComplete(record, { ...input, rx_after_dbm: rx }, moment);
    },
    (record, { left_unfixed, completion_notes: message }, context) => {
      const id = context.command;
      const { ticket } = record;
      const note = { id, ticket, message, is_internal: true, written_at: context.now };
      return [
        ...(left_unfixed ? [created(task, { ...planFollowUp(record, left_unfixed), id }, context)] : []),
        ...(ticket ? [created(ticketReply, note, context)] : []),
      ];
    },
  ),
  expect(cancelTask, (record, { reason }, { now }) => ({
    ...planStep(record, { status: "CANCELLED", cancel_reason: reason }),
    ...planEnd(record, now),
  })),
  expect(arrangeTask, (record, { seen: _, ...wish }) => planArrange(record, wish)),
  expect(
    dispatchTicket,
    (ticket, _input, { now }) => planDispatch(ticket, { at: now, offline: false }),
    (ticket, input, context) => {
      const status = input.assigned_to ? "ASSIGNED" : "PENDING";
      return [created(task, { ...planTask(ticket, input), status, id: context.command }, context)];
    },
  ),
  expect(checkTask, ({ checklist }, { text, done }) => ({ checklist: withPoint(checklist, { text, done }) })),
  expect(
    removeTaskPhoto,
    () => ({}),
    (_task, { photo }) => [deleted(taskPhoto, photo)],
  ),
];
