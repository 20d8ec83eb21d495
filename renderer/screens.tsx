// The registry of screens: address, navigation, permission. A new screen is a new row here.
import { IconCashRegister } from "@tabler/icons-react";
import { CounterScreen } from "./billing/counter/counter-screen.tsx";
import type { Screen } from "./kernel/screen/screens.ts";

export const SCREENS: readonly Screen[] = [
  {
    path: "counter",
    element: <CounterScreen />,
    nav: { label: "nav.counter", icon: IconCashRegister, group: "work" },
    permission: "billing.recharge.create",
  },
];
