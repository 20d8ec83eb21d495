// The bar below a phone's screen, where the thumb is: the role's few places, the search, and everything else behind "More".
import { Drawer, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconMenu2, IconSearch, type TablerIcon } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { useWords } from "../../i18n/index.ts";
import { permitted, type Screen, screenName } from "../../screen/screens.ts";
import { useSession } from "../../session/session-store.ts";
import { Navigation } from "../navigation.tsx";
import { openPalette } from "../palette/open-palette.ts";
import { LanguageToggle, ThemeToggle } from "../toggles.tsx";
import classes from "./phone-bar.module.css";

const PLACES = 3;

/** The places of a role: those that say so in their order, then the first of the navigation. */
function placesOf(shown: readonly Screen[]): Screen[] {
  const ranked = shown.filter(({ nav }) => nav?.in_hand !== undefined);
  ranked.sort((a, b) => (a.nav?.in_hand ?? 0) - (b.nav?.in_hand ?? 0));
  const others = shown.filter(({ nav }) => nav && nav.in_hand === undefined);
  return [...ranked, ...others].slice(0, PLACES);
}

function Face({ icon: Icon, label }: { icon: TablerIcon; label: string }) {
  return (
    <>
      <Icon size={22} stroke={1.7} aria-hidden />
      <Text span fz={11} lh={1.2} className="cut" maw="100%">
        {label}
      </Text>
    </>
  );
}

export function PhoneBar({ screens }: { screens: readonly Screen[] }) {
  const t = useWords();
  const can = useSession((session) => session.can);
  const { pathname } = useLocation();
  const [more, setMore] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setMore(false), [pathname]);
  const shown = permitted(screens, can).filter(
    ({ nav }) => nav && (nav.permission === undefined || can(nav.permission)),
  );
  return (
    <>
      <nav className={classes.bar} aria-label={t("shell.places")}>
        {placesOf(shown).map(({ path, nav }) =>
          nav ? (
            <NavLink key={path} to={`/${path}`} className={classes.place}>
              <Face icon={nav.icon} label={screenName(nav.label, t)} />
            </NavLink>
          ) : null,
        )}
        <UnstyledButton className={classes.place} onClick={openPalette}>
          <Face icon={IconSearch} label={t("shell.find")} />
        </UnstyledButton>
        <UnstyledButton
          className={classes.place}
          onClick={() => setMore(true)}
          aria-expanded={more}
          aria-haspopup="dialog"
        >
          <Face icon={IconMenu2} label={t("shell.more")} />
        </UnstyledButton>
      </nav>
      <Drawer
        opened={more}
        onClose={() => setMore(false)}
        position="bottom"
        size="85dvh"
        title={t("shell.more")}
        closeButtonProps={{ "aria-label": t("action.close") }}
        classNames={{ content: classes.sheet }}
      >
        <Stack gap="xs">
          <Group gap="xs">
            <ThemeToggle />
            <LanguageToggle />
          </Group>
          <nav aria-label={t("shell.navigation")}>
            <Navigation screens={screens} in_words />
          </nav>
        </Stack>
      </Drawer>
    </>
  );
}
