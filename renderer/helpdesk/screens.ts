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
import {
  assignTask,
  cancelTask,
  completeTask,
  replyToTicket,
  startTask,
  type Task,
  task,
  taskMayBecome,
  ticket,
  ticketCategory,
} from "../../shared/helpdesk/index.ts";
import type { AnyRecord } from "../kernel/resource/fields.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";

type Status = Task["status"];

/** In which states of a work order a step makes sense. */
const may = (to: Status) => (record: AnyRecord) => taskMayBecome(record.status as Status, to);

export const helpdeskScreens = [
  ...resourceScreen(ticket, {
    icon: IconTicket,
    group: "work",
    columns: ["subject", "ticket_number", "customer", "category", "priority", "status", "assigned_to"],
    begin: { status__in: "OPEN,IN_PROGRESS,WAITING" },
    actions: [{ operation: replyToTicket, icon: IconMessageReply }],
    on: ["customer"],
  }),
  ...resourceScreen(task, {
    icon: IconTool,
    group: "work",
    columns: ["title", "customer", "task_type", "priority", "due_date", "assigned_to", "status"],
    begin: { status__in: "PENDING,ASSIGNED,IN_PROGRESS" },
    without: ["location", "checklist"],
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
  }),
  ...resourceScreen(ticketCategory, {
    icon: IconCategory,
    group: "system",
    for: "operations.ticket_category.update",
  }),
];
