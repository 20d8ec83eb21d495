// Tickets and their categories.
import { IconCategory, IconMessageReply, IconTicket } from "@tabler/icons-react";
import { replyToTicket, ticket, ticketCategory } from "../../shared/helpdesk/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";

const Conversation = lazily(() => import("./conversation.tsx"), "Conversation");

export const helpdeskScreens = [
  ...resourceScreen(ticket, {
    icon: IconTicket,
    group: "work",
    columns: ["subject", "ticket_number", "customer", "category", "priority", "status", "assigned_to"],
    begin: { status__in: "OPEN,IN_PROGRESS,WAITING" },
    actions: [{ operation: replyToTicket, icon: IconMessageReply }],
    detail: Conversation,
  }),
  ...resourceScreen(ticketCategory, {
    icon: IconCategory,
    group: "system",
    for: "operations.ticket_category.update",
  }),
];
