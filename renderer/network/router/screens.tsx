// What the shell takes from here.
import { IconRouter } from "@tabler/icons-react";
import { lazily } from "../../kernel/screen/lazily.tsx";
import type { Screen } from "../../kernel/screen/screens.ts";

const RoutersPage = lazily(() => import("./routers-page.tsx"), "RoutersPage");

export const routerScreens: readonly Screen[] = [
  {
    path: "routers",
    element: <RoutersPage />,
    nav: { label: "nav.routers", icon: IconRouter, group: "network" },
    permission: "network.router.view",
  },
];
