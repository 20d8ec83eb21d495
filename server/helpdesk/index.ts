// The helpdesk area's door.
import {
  ticket,
  ticketCategory,
  ticketCategoryVerbs,
  ticketDetail,
  ticketReply,
} from "../../shared/helpdesk/index.ts";
import type { AreaModule } from "../kernel/area.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import { readRecordsBy } from "../kernel/resource/record.ts";
import { ticketOperations } from "./ticket.ts";

export const helpdesk: AreaModule = {
  name: "helpdesk",
  summary: "Tickets",
  resources: [
    {
      resource: ticket,
      detail: ticketDetail,
      async expand(tx, record, tenant) {
        const by = { column: "ticket", value: String(record.id), order: "written_at" };
        return { ...record, replies: await readRecordsBy(tx, ticketReply, tenant, by) };
      },
    },
    { resource: ticketReply },
    { resource: ticketCategory },
  ],
  operations: [...ticketOperations, ...crudOperations(ticketCategoryVerbs)],
  routes: [],
};
