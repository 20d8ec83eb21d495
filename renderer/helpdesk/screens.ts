// Tickets, their categories, and work orders.

import { createElement, Fragment } from "react";
import {
  assignTask,
  cancelTask,
  completeTask,
  dispatchTicket,
  isOpenTicket,
  joinIncident,
  mayPause,
  mayStart,
  moveTicket,
  pauseTask,
  replyToTicket,
  startTask,
  type Task,
  TICKET_STATUSES,
  type Ticket,
  task,
  taskMayBecome,
  taskTemplate,
  ticket,
  ticketCategory,
  ticketMayBecome,
} from "../../shared/helpdesk/index.ts";
import { staff } from "../../shared/identity/index.ts";
import { addDays } from "../../shared/kernel/day.ts";
import { incident } from "../../shared/network/index.ts";
import type { AnyRecord } from "../kernel/resource/fields.ts";
import type { Opener } from "../kernel/resource/resource-options.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../kernel/screen/later-icon.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";
import type { Screen } from "../kernel/screen/screens.ts";

const TaskWork = lazily(() => import("./task-work.tsx"), "TaskWork");
const CoordinatesInput = lazily(() => import("./coordinates-input.tsx"), "CoordinatesInput");
const PointsInput = lazily(() => import("./points-input.tsx"), "PointsInput");
const DueDay = lazily(() => import("./due-day.tsx"), "DueDay");
const DispatchDialog = lazily(() => import("./board/dispatch-dialog.tsx"), "DispatchDialog");
const DuplicateHead = lazily(() => import("./address/duplicate-head.tsx"), "DuplicateHead");
const DuplicateNotice = lazily(() => import("./address/duplicate-notice.tsx"), "DuplicateNotice");
const JoinDialog = lazily(() => import("./outage/join-dialog.tsx"), "JoinDialog");
const OutageCell = lazily(() => import("./outage/outage-cell.tsx"), "OutageCell");
const TicketHead = lazily(() => import("./outage/ticket-head.tsx"), "TicketHead");
const OutageTickets = lazily(() => import("./outage/outage-tickets.tsx"), "OutageTickets");
const TroubleKeys = lazily(() => import("./trouble-keys.tsx"), "TroubleKeys");
const KindOfTrouble = lazily(() => import("./kind-of-trouble.tsx"), "KindOfTrouble");

type Status = Task["status"];

/** In which states of a work order a step makes sense. */
const may = (to: Status) => (record: AnyRecord) => taskMayBecome(record.status as Status, to);

/** The same of beginning and resting. */
const work = (rule: typeof mayStart) => (record: AnyRecord) =>
  rule({ status: record.status as Status, paused_at: record.paused_at as Task["paused_at"] });

/** Who gives no work away begins with their own. */
function ownTasks({ can, find, user_id }: Opener): { assigned_to?: string } {
  const me = can("operations.task.assign") ? undefined : find(staff, ({ user }) => user === user_id);
  return me === undefined ? {} : { assigned_to: me };
}

const isOpen = ({ status }: AnyRecord) => isOpenTicket({ status: status as Ticket["status"] });

/** On an outage's page its tickets are put under it and closed together, too. */
function withOutages(screen: Screen): Screen {
  const related = screen.related?.map((one) =>
    one.of === incident.name
      ? {
          ...one,
          list: (id: string, heading?: boolean) =>
            createElement(
              Fragment,
              null,
              createElement(OutageTickets, { incident: id }),
              one.list(id, heading),
            ),
        }
      : one,
  );
  return related ? { ...screen, related } : screen;
}

export const helpdeskScreens = [
  ...resourceScreen(ticket, {
    icon: laterIcon("IconTicket"),
    columns: ["subject", "ticket_number", "customer", "kind", "priority", "status", "assigned_to"],
    widths: {
      subject: 190,
      ticket_number: 90,
      customer: 130,
      kind: 180,
      priority: 90,
      status: 110,
      assigned_to: 120,
    },
    filters: ["customer", "category", "priority", "status", "assigned_to"],
    cells: {
      kind: (record) => createElement(KindOfTrouble, { ticket: record }),
      incident: (record) => createElement(OutageCell, { id: record.incident }),
    },
    head: TicketHead,
    in_head: ["incident"],
    formProps: { without: ["incident"], above: TroubleKeys },
    begin: { status__in: "OPEN,IN_PROGRESS,WAITING" },
    views: [
      { name: "views.open", filter: { status__in: "OPEN,IN_PROGRESS,WAITING" } },
      {
        name: "views.nobody",
        filter: { status__in: "OPEN,IN_PROGRESS,WAITING", assigned_to__isnull: "true" },
      },
      { name: "views.urgent", filter: { status__in: "OPEN,IN_PROGRESS,WAITING", priority: "URGENT" } },
    ],
    board: {
      by: "status",
      card: ["customer", "priority", "kind", "assigned_to"],
      moves: Object.fromEntries(TICKET_STATUSES.map((status) => [status, moveTicket])),
      may: ({ status }, to) => ticketMayBecome(status, to as Ticket["status"]),
      closed: ["RESOLVED", "CLOSED"],
      order: ["-priority", "created_at"],
    },
    actions: [
      { operation: replyToTicket, icon: laterIcon("IconMessageReply") },
      { operation: dispatchTicket, icon: laterIcon("IconTool"), when: isOpen, dialog: DispatchDialog },
      {
        operation: joinIncident,
        icon: laterIcon("IconAlertTriangle"),
        when: isOpen,
        many: true,
        dialog: JoinDialog,
      },
    ],
    on: ["customer", "incident"],
  }).map(withOutages),
  ...resourceScreen(task, {
    icon: laterIcon("IconTool"),
    columns: ["title", "customer", "task_type", "priority", "due_date", "assigned_to", "status"],
    widths: { title: 220, task_type: 110, priority: 100, assigned_to: 130 },
    begin: (_today, opener) => ({ status__in: "PENDING,ASSIGNED,IN_PROGRESS", ...ownTasks(opener) }),
    views: [
      { name: "views.open", filter: { status__in: "PENDING,ASSIGNED,IN_PROGRESS" } },
      {
        name: "views.today",
        filter: (today) => ({ status__in: "PENDING,ASSIGNED,IN_PROGRESS", due_date: today }),
      },
      {
        name: "views.late",
        filter: (today) => ({
          status__in: "PENDING,ASSIGNED,IN_PROGRESS",
          due_date__lte: addDays(today, -1),
        }),
      },
      { name: "views.nobody", filter: { status__in: "PENDING" } },
    ],
    without: ["location", "checklist", "resumed_at"],
    formProps: {
      without: ["checklist", "status"],
      inputs: { location: CoordinatesInput },
      notice: DuplicateNotice,
    },
    head: DuplicateHead,
    detail: TaskWork,
    cells: {
      due_date: (record) => createElement(DueDay, { of: record }),
      incident: (record) => createElement(OutageCell, { id: record.incident }),
    },
    board: {
      by: "status",
      card: ["customer", "task_type", "priority", "due_date", "assigned_to"],
      moves: { ASSIGNED: assignTask, IN_PROGRESS: startTask, COMPLETED: completeTask, CANCELLED: cancelTask },
      closed: ["COMPLETED", "CANCELLED"],
      order: ["-priority", "due_date"],
    },
    actions: [
      { operation: assignTask, icon: laterIcon("IconUserCheck"), when: may("ASSIGNED") },
      { operation: startTask, icon: laterIcon("IconPlayerPlay"), when: work(mayStart), at_once: true },
      { operation: pauseTask, icon: laterIcon("IconPlayerPause"), when: work(mayPause), at_once: true },
      { operation: completeTask, icon: laterIcon("IconCheck"), when: may("COMPLETED") },
      {
        operation: cancelTask,
        icon: laterIcon("IconBan"),
        danger: true,
        when: may("CANCELLED"),
        reasons: ["task.reason.not_at_home", "task.reason.not_wanted", "task.reason.twice"],
      },
    ],
    on: ["customer", "ticket", "incident"],
  }),
  ...resourceScreen(taskTemplate, {
    icon: laterIcon("IconListCheck"),
    for: "operations.task_template.update",
    columns: [
      "name",
      "task_type",
      "priority",
      "minutes_expected",
      "needs_rx",
      "needs_photo",
      "needs_signature",
    ],
    formProps: { inputs: { checklist: PointsInput } },
    cells: { checklist: ({ checklist }) => checklist.join(" · ") },
  }),
  ...resourceScreen(ticketCategory, {
    icon: laterIcon("IconCategory"),
    for: "operations.ticket_category.update",
  }),
];
