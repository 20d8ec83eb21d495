// The registry of screens: address, navigation, permission. A new screen is a new row here.
import { IconCashRegister, IconUsers } from "@tabler/icons-react";
import { bookScreens } from "./billing/books/screens.tsx";
import "./subscribers/customer/find-customers.ts";
import { cashScreens } from "./billing/cash/screens.tsx";
import { catalogueScreens } from "./billing/catalogue.ts";
import { chartScreens } from "./billing/chart/screens.tsx";
import { closingScreens } from "./billing/closing/screens.tsx";
import { monthEndScreens } from "./billing/month-end/screens.tsx";
import { resellerScreens } from "./billing/reseller-screens.ts";
import { shiftScreens } from "./billing/shift/screens.tsx";
import { undoScreens } from "./billing/undo/screens.tsx";
import { callcenterScreens } from "./callcenter/screens.ts";
import { helpdeskScreens } from "./helpdesk/screens.ts";
import { hrScreens } from "./hr/screens.tsx";
import { roleScreens } from "./identity/role/screens.tsx";
import { identityScreens } from "./identity/screens.ts";
import { lazily } from "./kernel/screen/lazily.tsx";
import type { Screen } from "./kernel/screen/screens.ts";
import { networkScreens } from "./network/screens.tsx";
import { logScreens } from "./platform/log-screens.tsx";
import { settingsScreens } from "./platform/settings/screens.tsx";
import { syncScreens } from "./platform/sync/screens.tsx";
import { reportScreens } from "./reports/screens.tsx";
import { storeScreens } from "./store/screens.ts";

const CounterScreen = lazily(() => import("./billing/counter/counter-screen.tsx"), "CounterScreen", {
  first: true,
});
const CustomersScreen = lazily(
  () => import("./subscribers/customer/customers-screen.tsx"),
  "CustomersScreen",
);
const CustomerScreen = lazily(() => import("./billing/customer/customer-screen.tsx"), "CustomerScreen");
const AssignSuspenseDialog = lazily(
  () => import("./billing/suspense/assign-suspense-dialog.tsx"),
  "AssignSuspenseDialog",
);
const SecurityScreen = lazily(() => import("./identity/security/security-screen.tsx"), "SecurityScreen");

export const SCREENS: readonly Screen[] = [
  {
    path: "counter",
    element: <CounterScreen />,
    nav: { label: "nav.counter", icon: IconCashRegister, group: "work", key: "F2" },
    permission: "billing.recharge.create",
  },
  {
    path: "customers",
    element: <CustomersScreen />,
    nav: { label: "nav.customers", icon: IconUsers, group: "work", key: "F4" },
    permission: "subscribers.customer.view",
  },
  { path: "customers/:id", element: <CustomerScreen />, permission: "subscribers.customer.view" },
  ...reportScreens,
  ...catalogueScreens,
  ...resellerScreens,
  ...shiftScreens,
  ...cashScreens,
  ...bookScreens,
  ...undoScreens,
  ...chartScreens,
  ...monthEndScreens,
  ...closingScreens,
  ...helpdeskScreens,
  ...hrScreens,
  ...storeScreens,
  ...callcenterScreens,
  ...networkScreens,
  ...identityScreens,
  ...roleScreens,
  ...logScreens,
  ...settingsScreens,
  ...syncScreens(AssignSuspenseDialog),
  { path: "security", element: <SecurityScreen /> },
];
