// Tickets and their categories.
import { IconCategory } from "@tabler/icons-react";
import { ticketCategory } from "../../shared/helpdesk/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";

export const helpdeskScreens = resourceScreen(ticketCategory, { icon: IconCategory, group: "system" });
