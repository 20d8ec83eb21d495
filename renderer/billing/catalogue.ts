// What is sold: packages, offers, and the taxes on them.
import { IconBox, IconDiscount, IconReceiptTax } from "@tabler/icons-react";
import { offer } from "../../shared/billing/index.ts";
import { servicePackage, taxCode } from "../../shared/subscribers/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";

const PackageForm = lazily(() => import("./tax/package-form.tsx"), "PackageForm");

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
