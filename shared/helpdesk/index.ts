// The helpdesk area's public names.
import { ticketCategory, ticketCategoryVerbs } from "./ticket-category.ts";

export * from "./ticket-category.ts";

export const helpdeskResources = [ticketCategory] as const;
export const helpdeskOperations = [...Object.values(ticketCategoryVerbs)] as const;
