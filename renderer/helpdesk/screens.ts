// Tickets, their categories, and work orders.

import {
  IconBan,
  IconCategory,
  IconCheck,
  IconMessageReply,
  IconPlayerPlay,
  IconTicket,
  IconTool,
  IconUserCheck,
} from "@tabler/icons-react";
import { createElement } from "react";
import {
  assignTask,
  cancelTask,
  completeTask,
  moveTicket,
  replyToTicket,
  startTask,
  type Task,
  TICKET_STATUSES,
  type Ticket,
  task,
  taskMayBecome,
  ticket,
  ticketCategory,
  ticketMayBecome,
} from "../../shared/helpdesk/index.ts";
import { staff } from "../../shared/identity/index.ts";
import type { AnyRecord } from "../kernel/resource/fields.ts";
import type { Opener } from "../kernel/resource/resource-options.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";

const TaskWork = lazily(() => import("./task-work.tsx"), "TaskWork");
const PlaceInput = lazily(() => import("./place-input.tsx"), "PlaceInput");
const DueDay = lazily(() => import("./due-day.tsx"), "DueDay");
const KindOfTrouble = lazily(() => import("./kind-of-trouble.tsx"), "KindOfTrouble");

type Status = Task["status"];

/** In which states of a work order a step makes sense. */
const may = (to: Status) => (record: AnyRecord) => taskMayBecome(record.status as Status, to);

/** Who gives no work away begins with their own. */
function ownTasks({ can, find, user_id }: Opener): { assigned_to?: string } {
  const me = can("operations.task.assign") ? undefined : find(staff, ({ user }) => user === user_id);
  return me === undefined ? {} : { assigned_to: me };
}

export const helpdeskScreens = [
  ...resourceScreen(ticket, {
    icon: IconTicket,
    group: "work",
    columns: ["subject", "ticket_number", "customer", "kind", "priority", "status", "assigned_to"],
    filters: ["customer", "category", "priority", "status", "assigned_to"],
    cells: { kind: (record) => createElement(KindOfTrouble, { ticket: record }) },
    begin: { status__in: "OPEN,IN_PROGRESS,WAITING" },
    board: {
      by: "status",
      card: ["customer", "priority", "kind", "assigned_to"],
      moves: Object.fromEntries(TICKET_STATUSES.map((status) => [status, moveTicket])),
      may: ({ status }, to) => ticketMayBecome(status, to as Ticket["status"]),
      closed: ["RESOLVED", "CLOSED"],
      order: ["-priority", "created_at"],
    },
    actions: [{ operation: replyToTicket, icon: IconMessageReply }],
    on: ["customer"],
  }),
  ...resourceScreen(task, {
    icon: IconTool,
    group: "work",
    columns: ["title", "customer", "task_type", "priority", "due_date", "assigned_to", "status"],
    widths: { title: 260, task_type: 110, priority: 100, assigned_to: 130 },
    begin: (_today, opener) => ({ status__in: "PENDING,ASSIGNED,IN_PROGRESS", ...ownTasks(opener) }),
    without: ["location", "checklist"],
    formProps: { without: ["checklist", "status"], inputs: { location: PlaceInput } },
    detail: TaskWork,
    cells: { due_date: (record) => createElement(DueDay, { of: record }) },
    board: {
      by: "status",
      card: ["customer", "task_type", "priority", "due_date", "assigned_to"],
      moves: { ASSIGNED: assignTask, IN_PROGRESS: startTask, COMPLETED: completeTask, CANCELLED: cancelTask },
      closed: ["COMPLETED", "CANCELLED"],
      order: ["-priority", "due_date"],
    },
    actions: [
      { operation: assignTask, icon: IconUserCheck, when: may("ASSIGNED") },
      { operation: startTask, icon: IconPlayerPlay, when: may("IN_PROGRESS"), at_once: true },
      { operation: completeTask, icon: IconCheck, when: may("COMPLETED") },
      {
        operation: cancelTask,
        icon: IconBan,
        danger: true,
        when: may("CANCELLED"),
        reasons: ["task.reason.not_at_home", "task.reason.not_wanted", "task.reason.twice"],
      },
    ],
    on: ["customer"],
  }),
  ...resourceScreen(ticketCategory, {
    icon: IconCategory,
    group: "system",
    for: "operations.ticket_category.update",
  }),
];
