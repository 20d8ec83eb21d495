// Tickets under one outage: put there one by one or many at once, closed together with one message.
import { z } from "zod";
import { choice, nullable, prose, reference } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { incident } from "../network/index.ts";
import { CLOSED_WITH } from "./outage.rules.ts";
import { ticket } from "./ticket.ts";

export const joinIncident = operation({
  on: ticket,
  name: "join_incident",
  summary: "Put a ticket under an outage, or take it out again (null)",
  allows: "Put tickets under outages",
  input: z.strictObject({ incident: nullable(reference("incident", { required: true })) }),
  offline: true,
});

/** The background task that closes tickets together. */
export const CLOSE_TICKETS = "close-tickets";

export const closeTickets = operation({
  on: incident,
  area: "helpdesk",
  name: "close_tickets",
  summary:
    "Answer all open tickets under an outage with one message and close them. Tickets that were moved on meanwhile, whose customer's line is not back, or to which somebody is sent are left, and listed in the task's result",
  allows: "Close all tickets of an outage at once",
  permission: "operations.ticket.close_together",
  input: z.strictObject({
    message: prose({ required: true }),
    status: choice(CLOSED_WITH, { initial: "RESOLVED" }).optional(),
  }),
  output: z.object({
    success: z.literal(true),
    task_id: z.uuid(),
    status: z.string(),
    async: z.literal(true),
    /** How many tickets it is about. */
    tickets: z.number().int(),
  }),
  status: 202,
  failures: ["BATCH_IN_PROGRESS"],
  changes: ["tickets", "ticket_replies", "background_tasks"],
});

/** What the task of closing together ends with. */
export const closedTogether = z.object({
  incident: z.string(),
  closed: z.number().int(),
  left: z.array(
    z.object({
      ticket: z.string(),
      ticket_number: z.string(),
      subject: z.string(),
      reason: z.enum(["MOVED_ON", "STILL_DOWN", "WORK_OPEN"]),
    }),
  ),
});
export type ClosedTogether = z.infer<typeof closedTogether>;
