// What is charged beside the service: lists of all, and tabs of each customer's page.

import { addon, customerAddon, endCustomerAddon, pendingCharge } from "../../../shared/billing/index.ts";
import { resourceScreen } from "../../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";

const PaymentInput = lazily(() => import("./payment-input.tsx"), "PaymentInput");

export const addonScreens = [
  ...resourceScreen(addon, {
    icon: laterIcon("IconPuzzle"),
    for: "billing.addon.update",
    columns: ["name", "kind", "price", "source", "effect", "is_active"],
    filters: ["kind", "effect", "is_active"],
  }),
  ...resourceScreen(customerAddon, {
    icon: laterIcon("IconPuzzle2"),
    for: "reporting.report.view",
    columns: ["addon_name", "customer", "quantity", "price", "from_date", "to_date", "state"],
    hidden: ["kind"],
    filters: ["state", "customer", "addon"],
    formProps: { inputs: { payment: PaymentInput } },
    on: ["customer"],
    under_more: true,
    actions: [
      {
        operation: endCustomerAddon,
        icon: laterIcon("IconPlayerStop"),
        when: ({ state }) => state === "ACTIVE",
      },
    ],
  }),
  ...resourceScreen(pendingCharge, {
    icon: laterIcon("IconFileDots"),
    for: "reporting.report.view",
    columns: ["description", "customer", "amount", "period_from", "state", "invoice"],
    hidden: ["source", "period_to"],
    filters: ["state", "customer", "source"],
    begin: { state: "PENDING" },
    without: ["service_change", "customer_addon"],
    on: ["customer"],
    under_more: true,
  }),
];
