// The frame around every screen: the places of a person, connection state, search, account, keys.
import { AppShell, Avatar, Box, Group, Kbd, Text, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { Suspense } from "react";
import { Outlet } from "react-router";
import { useWords } from "../i18n/index.ts";
import { PlaceFrame } from "../place/place-frame.tsx";
import { usePractice } from "../practice/practising.ts";
import { ScanHost } from "../scan/scan-host.tsx";
import { AfterPaint, lazily } from "../screen/lazily.tsx";
import { useSession } from "../session/session-store.ts";
import { useNarrow } from "../theme/narrow.ts";
import { ConnectionPill } from "./connection-pill.tsx";
import { FirstSync, NotKept } from "./first-sync.tsx";
import { Navigation, RAIL } from "./navigation.tsx";
import { openPalette } from "./palette/open-palette.ts";
import { NewerBuildBar } from "./phone/newer-build-bar.tsx";
import { WaitingBar } from "./phone/waiting-bar.tsx";
import classes from "./shell.module.css";
import { HelpButton } from "./shortcuts.tsx";
import { LanguageToggle, ThemeToggle } from "./toggles.tsx";

const SignedOutBar = lazily(() => import("./signed-out-bar.tsx"), "SignedOutBar");
const IdleLock = lazily(() => import("./idle-lock.tsx"), "IdleLock");
const PracticeBar = lazily(() => import("../practice/practice-bar.tsx"), "PracticeBar");
const PhoneBar = lazily(() => import("./phone/phone-bar.tsx"), "PhoneBar", { first: true });
const AccountMenu = lazily(() => import("./account-menu.tsx"), "AccountMenu", { first: true });

const HEADER = "52px";
const BAND = "44px";
const SAFE = "env(safe-area-inset-top, 0px)";

/** The signed-in application. */
export function Shell({ children }: { children?: React.ReactNode }) {
  const t = useWords();
  const isNarrow = useNarrow();
  const tenant = useSession((session) => session.identity?.membership.tenant.name ?? "");
  const practising = usePractice((practice) => practice.replica !== null);
  return (
    <AppShell
      header={{ height: `calc(${HEADER} + ${practising ? BAND : "0px"} + ${SAFE})` }}
      navbar={{ width: { base: 0, xs: RAIL, md: 212 }, breakpoint: 0 }}
      padding={0}
    >
      <AppShell.Header className={classes.header}>
        <button type="button" className={classes.skip} onClick={focusContent}>
          {t("shell.skip")}
        </button>
        <Group h={HEADER} px={{ base: "xs", md: "md" }} gap="xs" wrap="nowrap" justify="space-between">
          <Group gap={10} wrap="nowrap" className={classes.tenant}>
            <Box className={classes.mark} aria-hidden>
              <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
                <path
                  d="M4 19V5M4 19h9a5 5 0 0 0 5-5V9"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2.6"
                />
                <circle cx="18" cy="6" r="2.6" fill="currentColor" />
              </svg>
            </Box>
            <Text fw={600} lineClamp={1} title={tenant}>
              {tenant}
            </Text>
          </Group>
          {isNarrow ? null : (
            <UnstyledButton className={classes.search} onClick={openPalette} aria-keyshortcuts="/ Control+K">
              <IconSearch size={16} aria-hidden />
              <Text fz="sm" c="inherit" flex={1} className="cut">
                {t("shell.search")}
              </Text>
              <Kbd className={classes.kbd} data-wide>
                /
              </Kbd>
            </UnstyledButton>
          )}
          <Group gap={6} wrap="nowrap">
            <ConnectionPill />
            {isNarrow ? null : (
              <>
                <ThemeToggle />
                <LanguageToggle />
              </>
            )}
            <HelpButton />
            <AfterPaint meanwhile={<Avatar size={32} radius="xl" color="brand" variant="filled" ml={4} />}>
              <AccountMenu />
            </AfterPaint>
          </Group>
        </Group>
        {practising ? (
          <Suspense>
            <PracticeBar />
          </Suspense>
        ) : null}
      </AppShell.Header>
      {isNarrow ? null : (
        <AppShell.Navbar className={classes.navbar} aria-label={t("shell.navigation")}>
          <Navigation />
        </AppShell.Navbar>
      )}
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <AfterPaint>
          <SignedOutBar />
        </AfterPaint>
        <NewerBuildBar />
        {isNarrow ? <WaitingBar /> : null}
        <FirstSync />
        <NotKept />
        <PlaceFrame>
          <Outlet />
        </PlaceFrame>
      </AppShell.Main>
      {isNarrow ? (
        <AfterPaint>
          <PhoneBar />
        </AfterPaint>
      ) : null}
      <AfterPaint>
        <ScanHost />
        <IdleLock />
      </AfterPaint>
      {children}
    </AppShell>
  );
}

function focusContent(): void {
  document.getElementById("content")?.focus();
}
