// The store.
import { IconArrowsExchange, IconBuildingWarehouse } from "@tabler/icons-react";
import { moveStoreItem, storeItem } from "../../shared/store/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";

const MoveDialog = lazily(() => import("./move-dialog.tsx"), "MoveDialog");

export const storeScreens = [
  ...resourceScreen(storeItem, {
    icon: IconBuildingWarehouse,
    group: "work",
    columns: ["name", "sku", "category", "quantity", "unit", "needs_reorder", "location"],
    widths: { unit: 80, needs_reorder: 130 },
    actions: [{ operation: moveStoreItem, icon: IconArrowsExchange, in_row: true, dialog: MoveDialog }],
  }),
];
