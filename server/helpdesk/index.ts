// The helpdesk area's door.
import { ticketCategory, ticketCategoryVerbs } from "../../shared/helpdesk/index.ts";
import type { AreaModule } from "../kernel/area.ts";
import { crudOperations } from "../kernel/resource/crud.ts";

export const helpdesk: AreaModule = {
  name: "helpdesk",
  summary: "Tickets",
  resources: [{ resource: ticketCategory }],
  operations: crudOperations(ticketCategoryVerbs),
  routes: [],
};
