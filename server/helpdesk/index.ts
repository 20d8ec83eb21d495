// The helpdesk area's door.
import {
  task,
  ticket,
  ticketCategory,
  ticketCategoryVerbs,
  ticketReply,
} from "../../shared/helpdesk/index.ts";
import type { AreaModule } from "../kernel/area.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import { taskOperations } from "./task.ts";
import { ticketOperations } from "./ticket.ts";

export const helpdesk: AreaModule = {
  name: "helpdesk",
  summary: "Tickets and work orders",
  resources: [
    { resource: ticket },
    { resource: ticketReply },
    { resource: ticketCategory },
    { resource: task },
  ],
  operations: [...ticketOperations, ...taskOperations, ...crudOperations(ticketCategoryVerbs)],
  routes: [],
};
