// The registry of screens: address, navigation, permission. A new screen is a new row here.
import { IconCashRegister, IconUsers } from "@tabler/icons-react";
import { CounterScreen } from "./billing/counter/counter-screen.tsx";
import { CustomerScreen } from "./billing/customer/customer-screen.tsx";
import { monthEndScreens } from "./billing/month-end/screens.tsx";
import { SecurityScreen } from "./identity/security/security-screen.tsx";
import type { Screen } from "./kernel/screen/screens.ts";
import { routerScreens } from "./network/router/screens.tsx";
import { syncScreens } from "./platform/sync/screens.tsx";
import { CustomersScreen } from "./subscribers/index.ts";

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
  ...monthEndScreens,
  ...routerScreens,
  ...syncScreens,
  { path: "security", element: <SecurityScreen /> },
];
