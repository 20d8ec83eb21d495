// What is sold: packages, offers, and the taxes on them.
import {
  IconBox,
  IconDiscount,
  IconHistory,
  IconPlayerPause,
  IconReceiptTax,
  IconTransfer,
} from "@tabler/icons-react";
import { offer, serviceChange, servicePause } from "../../shared/billing/index.ts";
import { service, servicePackage, taxCode } from "../../shared/subscribers/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";
import { CHANGE_ACTIONS } from "./service/change-actions.ts";

const PackageForm = lazily(() => import("./package/package-form.tsx"), "PackageForm");

export const catalogueScreens = [
  ...resourceScreen(servicePackage, {
    icon: IconBox,
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
    for: "reporting.report.view",
    columns: ["from_date", "to_date", "customer", "package", "price", "state"],
    hidden: ["reason"],
    widths: { state: 110 },
    filters: ["customer", "package", "state", "reason", "from_date"],
    without: ["package_name"],
    made_elsewhere: true,
    on: ["customer"],
    under_more: true,
  }),
  ...resourceScreen(serviceChange, {
    icon: IconTransfer,
    for: "reporting.report.view",
    columns: ["priced_from", "customer", "from_package", "to_package", "to_pay", "state"],
    hidden: ["when", "freed"],
    filters: ["customer", "state"],
    without: ["from_service", "to_service", "differs"],
    made_elsewhere: true,
    on: ["customer"],
    actions: CHANGE_ACTIONS,
    under_more: true,
  }),
  ...resourceScreen(servicePause, {
    icon: IconPlayerPause,
    for: "reporting.report.view",
    columns: ["from_date", "to_date", "customer", "days", "state", "resumed_on"],
    filters: ["customer", "state"],
    made_elsewhere: true,
    on: ["customer"],
    under_more: true,
  }),
  ...resourceScreen(taxCode, {
    icon: IconReceiptTax,
    for: "finance.tax_code.update",
    columns: ["code", "name", "rate", "is_inclusive", "is_default", "valid_from"],
    filters: ["is_inclusive", "is_default"],
  }),
  ...resourceScreen(offer, {
    icon: IconDiscount,
    columns: ["title", "discount_type", "discount_value", "package", "start_date", "end_date", "is_active"],
  }),
];
