// The helpdesk area's door.
import { helpdeskResources } from "../../shared/helpdesk/index.ts";
import { servedArea } from "../kernel/served-area.ts";
import { taskOperations } from "./task.ts";
import { ticketOperations } from "./ticket.ts";

export const helpdesk = servedArea(helpdeskResources, {
  name: "helpdesk",
  summary: "Tickets and work orders",
  operations: [...ticketOperations, ...taskOperations],
});
