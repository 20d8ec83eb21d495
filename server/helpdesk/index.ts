// The helpdesk area's door.
import { ticket, ticketCategory, ticketCategoryVerbs, ticketReply } from "../../shared/helpdesk/index.ts";
import type { AreaModule } from "../kernel/area.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import { ticketOperations } from "./ticket.ts";

export const helpdesk: AreaModule = {
  name: "helpdesk",
  summary: "Tickets",
  resources: [{ resource: ticket }, { resource: ticketReply }, { resource: ticketCategory }],
  operations: [...ticketOperations, ...crudOperations(ticketCategoryVerbs)],
  routes: [],
};
