// The store.

import { heldStock, moveStoreItem, partUse, storeItem } from "../../shared/store/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../kernel/screen/later-icon.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";

const MoveDialog = lazily(() => import("./move-dialog.tsx"), "MoveDialog");

export const storeScreens = [
  ...resourceScreen(storeItem, {
    icon: laterIcon("IconBuildingWarehouse"),
    columns: ["name", "sku", "category", "quantity", "unit", "needs_reorder", "location"],
    widths: { sku: 130, category: 130, unit: 80, needs_reorder: 130, location: 130 },
    actions: [
      { operation: moveStoreItem, icon: laterIcon("IconArrowsExchange"), in_row: true, dialog: MoveDialog },
    ],
  }),
  ...resourceScreen(heldStock, {
    icon: laterIcon("IconBackpack"),
    for: "operations.store_item.update",
    columns: ["store_item", "staff", "quantity", "serial_numbers"],
    filters: ["store_item", "staff"],
    on: ["store_item", "staff"],
  }),
  ...resourceScreen(partUse, {
    icon: laterIcon("IconPackage"),
    for: "operations.store_item.update",
    columns: ["used_at", "store_item", "serial_numbers", "quantity", "taken_back_at"],
    hidden: ["customer", "staff", "task", "used_by", "note", "shortage", "replaced_serial"],
    filters: ["store_item", "staff", "customer", "task"],
    on: ["customer", "task", "held_stock"],
    under_more: true,
  }),
];
