// What the search over everything and the keys know of the areas: their records, what can be done, and where.
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import {
  IconCash,
  IconCoins,
  IconHourglassHigh,
  IconKeyboard,
  IconLanguage,
  IconLock,
  IconLogout,
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  IconSchool,
} from "@tabler/icons-react";
import { useMemo } from "react";
import { useLocation } from "react-router";
import { helpEntries } from "./help/help.ts";
import { changeLanguage, useLanguage } from "./kernel/i18n/index.ts";
import { beginPractice } from "./kernel/practice/practice.ts";
import { usePractice } from "./kernel/practice/practising.ts";
import { useSession } from "./kernel/session/session-store.ts";
import { Palette } from "./kernel/shell/palette/palette.tsx";
import type { PaletteEntry } from "./kernel/shell/palette/palette-actions.tsx";
import { openShortcuts } from "./kernel/shell/shortcuts.tsx";
import { ALSO_CALLED } from "./places/also-called.ts";
import { SCREENS } from "./screens.tsx";
import { useFoundCustomers } from "./subscribers/customer/found-customers.tsx";
import { useScannedCustomer } from "./subscribers/scanned-customer.ts";

/** What is done to a customer who is asked for first: verbs of their page. */
const OF_CUSTOMERS: readonly PaletteEntry[] = [
  {
    id: "recharge-of",
    label: "finder.recharge_of",
    icon: IconCash,
    permission: "billing.recharge.create",
    run: { verb: "recharge" },
  },
  {
    id: "payment-of",
    label: "finder.payment",
    icon: IconCoins,
    permission: "finance.transaction.create",
    run: { verb: "payment" },
  },
  {
    id: "grace-for",
    label: "finder.grace",
    icon: IconHourglassHigh,
    permission: "subscribers.customer.grant_grace",
    run: { verb: "grace" },
  },
  {
    id: "suspend-whom",
    label: "finder.suspend",
    icon: IconPlayerPause,
    permission: "subscribers.customer.toggle_status",
    run: { verb: "suspend" },
  },
  {
    id: "resume-whom",
    label: "finder.resume",
    icon: IconPlayerPlay,
    permission: "subscribers.customer.toggle_status",
    run: { verb: "resume" },
  },
];

/** What is done to this window. */
function useWindowEntries(): readonly PaletteEntry[] {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme("light") === "dark";
  const other = useLanguage() === "bn" ? "en" : "bn";
  const lock = useSession((session) => session.lock);
  const signOut = useSession((session) => session.signOut);
  const { pathname } = useLocation();
  const practising = usePractice(({ replica }) => replica !== null);
  const practise: PaletteEntry = {
    id: "practice",
    label: "practice.begin",
    icon: IconSchool,
    run: () => void beginPractice(pathname),
  };
  return [
    ...(practising ? [] : [practise]),
    { id: "lock", label: "account.lock", icon: IconLock, key: "Ctrl L", run: () => void lock() },
    {
      id: "theme",
      label: dark ? "theme.light" : "theme.dark",
      icon: IconMoon,
      run: () => setColorScheme(dark ? "light" : "dark"),
    },
    { id: "language", label: "language.switch", icon: IconLanguage, run: () => changeLanguage(other) },
    { id: "keys", label: "shortcuts.title", icon: IconKeyboard, key: "?", run: openShortcuts },
    { id: "sign-out", label: "account.sign_out", icon: IconLogout, run: () => void signOut() },
  ];
}

export function CommandPalette() {
  const entries = [...OF_CUSTOMERS, ...useWindowEntries()];
  const language = useLanguage();
  const words = useMemo(
    () => helpEntries(language).flatMap(({ term, ...entry }) => (term === null ? [] : [{ ...entry, term }])),
    [language],
  );
  return (
    <Palette
      screens={SCREENS}
      also={ALSO_CALLED}
      words={words}
      entries={entries}
      useFound={useFoundCustomers}
      useScanned={useScannedCustomer}
    />
  );
}
