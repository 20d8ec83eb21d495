// The platform's console behind a super administrator's sign-in: its own frame and screens, nothing of a company.
import { AppShell, Box, Button, Group, Text } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { HashRouter, Outlet, Route, Routes } from "react-router";
import { closeConsole, usePlatform } from "../identity/first-day/open-console.ts";
import { useCall } from "../kernel/connection/use-connection.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { PlaceFrame } from "../kernel/place/place-frame.tsx";
import { offeredPlaces } from "../kernel/place/places.ts";
import { OwnPlaces } from "../kernel/place/use-places.ts";
import { Pages } from "../kernel/resource/pages.ts";
import { screenRoutes } from "../kernel/screen/screen-routes.tsx";
import { Navigation, RAIL } from "../kernel/shell/navigation.tsx";
import classes from "../kernel/shell/shell.module.css";
import { LanguageToggle, ThemeToggle } from "../kernel/shell/toggles.tsx";
import { Trouble } from "../kernel/trouble.tsx";
import { useFormat } from "../kernel/use-format.ts";
import { CONSOLE_PLACES } from "./places.ts";
import { CONSOLE_SCREENS } from "./screens.tsx";

/** The console has no rights: whoever is in it may do everything there. */
const PLACES = offeredPlaces(CONSOLE_PLACES, CONSOLE_SCREENS, { can: () => true, of_all: () => true });

function Frame() {
  const t = useWords();
  const username = usePlatform(({ platform }) => platform?.username);
  const { timezone: zone } = useFormat();
  const leaving = useCall(closeConsole);
  return (
    <AppShell header={{ height: 52 }} navbar={{ width: { base: RAIL, md: 212 }, breakpoint: 0 }} padding={0}>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px={{ base: "xs", md: "md" }} gap="xs" wrap="nowrap" justify="space-between">
          <Text fw={600} className="cut">
            {t("console.title")}
          </Text>
          <Group gap={6} wrap="nowrap">
            <Text fz="sm" c="dimmed" visibleFrom="md">
              {t("console.times", { zone })}
            </Text>
            <Text fz="sm" c="dimmed" visibleFrom="sm">
              {username}
            </Text>
            <ThemeToggle />
            <LanguageToggle />
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconLogout size={16} aria-hidden />}
              loading={leaving.busy}
              onClick={() => void leaving.run()}
            >
              {t("first.leave")}
            </Button>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={t("shell.navigation")}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        {leaving.error ? (
          <Box p="md">
            <Trouble error={leaving.error} />
          </Box>
        ) : null}
        <PlaceFrame>
          <Outlet />
        </PlaceFrame>
      </AppShell.Main>
    </AppShell>
  );
}

export function Console() {
  return (
    // An address holds at once: what is typed next is added to it, not to the one before.
    <HashRouter useTransitions={false}>
      <Pages value={CONSOLE_SCREENS}>
        <OwnPlaces value={PLACES}>
          <Routes>
            <Route element={<Frame />}>{screenRoutes(CONSOLE_SCREENS, PLACES[0]?.path ?? "")}</Route>
          </Routes>
        </OwnPlaces>
      </Pages>
    </HashRouter>
  );
}
