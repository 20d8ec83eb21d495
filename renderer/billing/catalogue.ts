// What is sold: packages, offers, and the taxes on them.
import {
  IconArrowBackUp,
  IconBox,
  IconDiscount,
  IconHistory,
  IconPlayerPause,
  IconReceiptTax,
  IconTransfer,
  IconX,
} from "@tabler/icons-react";
import { cancelChange, offer, serviceChange, servicePause, undoChange } from "../../shared/billing/index.ts";
import { service, servicePackage, taxCode } from "../../shared/subscribers/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";

const PackageForm = lazily(() => import("./statements/package-tax-form.tsx"), "PackageForm");

export const catalogueScreens = [
  ...resourceScreen(servicePackage, {
    icon: IconBox,
    group: "system",
    for: "subscribers.package.update",
    columns: [
      "name",
      "price",
      "bandwidth_mbps",
      "upload_mbps",
      "validity_days",
      "router_profile",
      "is_active",
    ],
    filters: ["is_active", "price"],
    form: PackageForm,
  }),
  ...resourceScreen(service, {
    icon: IconHistory,
    group: "work",
    for: "reporting.report.view",
    columns: ["from_date", "to_date", "customer", "package", "price", "state"],
    hidden: ["reason"],
    widths: { state: 110 },
    filters: ["customer", "package", "state", "reason", "from_date"],
    without: ["package_name"],
    made_elsewhere: true,
    on: ["customer"],
  }),
  ...resourceScreen(serviceChange, {
    icon: IconTransfer,
    group: "work",
    for: "reporting.report.view",
    columns: ["priced_from", "customer", "from_package", "to_package", "to_pay", "state"],
    hidden: ["when", "freed"],
    filters: ["customer", "state"],
    without: ["from_service", "to_service", "differs"],
    made_elsewhere: true,
    on: ["customer"],
    actions: [
      { operation: cancelChange, icon: IconX, when: ({ state }) => state === "SCHEDULED" },
      { operation: undoChange, icon: IconArrowBackUp, danger: true, when: ({ state }) => state === "DONE" },
    ],
  }),
  ...resourceScreen(servicePause, {
    icon: IconPlayerPause,
    group: "work",
    for: "reporting.report.view",
    columns: ["from_date", "to_date", "customer", "days", "state", "resumed_on"],
    filters: ["customer", "state"],
    made_elsewhere: true,
    on: ["customer"],
  }),
  ...resourceScreen(taxCode, {
    icon: IconReceiptTax,
    group: "system",
    for: "finance.tax_code.update",
    columns: ["code", "name", "rate", "is_inclusive", "is_default", "valid_from"],
    filters: ["is_inclusive", "is_default"],
  }),
  ...resourceScreen(offer, {
    icon: IconDiscount,
    group: "system",
    columns: ["title", "discount_type", "discount_value", "package", "start_date", "end_date", "is_active"],
  }),
];
