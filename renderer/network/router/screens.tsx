// What the shell takes from here.
import { IconRouter } from "@tabler/icons-react";
import type { Screen } from "../../kernel/screen/screens.ts";
import { RoutersPage } from "./routers-page.tsx";

export const routerScreens: readonly Screen[] = [
  {
    path: "routers",
    element: <RoutersPage />,
    nav: { label: "nav.routers", icon: IconRouter, group: "network" },
    permission: "network.router.view",
  },
];
