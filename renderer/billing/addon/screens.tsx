// What is charged beside the service: lists of all, and tabs of each customer's page.
import { IconFileDots } from "@tabler/icons-react";
import { pendingCharge } from "../../../shared/billing/index.ts";
import { resourceScreen } from "../../kernel/resource/resource-screen.tsx";

export const addonScreens = [
  ...resourceScreen(pendingCharge, {
    icon: IconFileDots,
    group: "money",
    for: "reporting.report.view",
    columns: ["description", "customer", "source", "amount", "period_from", "period_to", "state", "invoice"],
    filters: ["state", "customer", "source"],
    begin: { state: "PENDING" },
    without: ["service_change", "customer_addon"],
    on: ["customer"],
  }),
];
