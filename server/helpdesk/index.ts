// The helpdesk area's door.
import { helpdeskResources } from "../../shared/helpdesk/index.ts";
import { servedArea } from "../kernel/served-area.ts";
import { arrangeOperations } from "./board/arrange.ts";
import { dispatchOperations } from "./board/dispatch.ts";
import { closeTicketsTask } from "./close-together.ts";
import { beginWithTemplates, speakTemplates } from "./default-templates.ts";
import { outageOperations } from "./outage.ts";
import { taskOperations } from "./task.ts";
import { taskPhotoOperations, taskPhotoRoutes } from "./task-photo.ts";
import { ticketOperations } from "./ticket.ts";

export const helpdesk = servedArea(helpdeskResources, {
  name: "helpdesk",
  summary: "Tickets and work orders",
  begin: beginWithTemplates,
  speak: speakTemplates,
  operations: [
    ...ticketOperations,
    ...outageOperations,
    ...taskOperations,
    ...taskPhotoOperations,
    ...arrangeOperations,
    ...dispatchOperations,
  ],
  tasks: [closeTicketsTask],
  routes: taskPhotoRoutes,
});
