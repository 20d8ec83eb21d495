// The navigation beside every screen: the screens that this person may open, in their groups.
import { Box, NavLink as Entry, Kbd, Text } from "@mantine/core";
import { NavLink, useLocation } from "react-router";
import { useWords } from "../i18n/index.ts";
import { NAV_GROUPS, permitted, type Screen, screenName } from "../screen/screens.ts";
import { useSession } from "../session/session-store.ts";
import classes from "./shell.module.css";

/** Width of the navigation in a narrow window, or at 200 % zoom: pictures alone, with their words as hints. */
export const RAIL = 54;

export function Navigation({ screens }: { screens: readonly Screen[] }) {
  const t = useWords();
  const { pathname } = useLocation();
  const can = useSession((session) => session.can);
  const shown = permitted(screens, can);
  return (
    <Box h="100%" px={8} py={10} className={classes.entries}>
      {NAV_GROUPS.map((group) => {
        const entries = shown.filter(
          ({ nav }) => nav?.group === group && (nav.permission === undefined || can(nav.permission)),
        );
        if (entries.length === 0) return null;
        return (
          <Box key={group} mb={12} role="group" aria-label={t(`nav.group.${group}`)}>
            <Text className={classes.group} aria-hidden>
              {t(`nav.group.${group}`)}
            </Text>
            {entries.map(({ path, nav }) => {
              if (!nav) return null;
              const Icon = nav.icon;
              const active = pathname === `/${path}` || pathname.startsWith(`/${path}/`);
              return (
                <Entry
                  key={path}
                  component={NavLink}
                  to={`/${path}`}
                  label={screenName(nav.label, t)}
                  title={screenName(nav.label, t)}
                  leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
                  rightSection={
                    nav.key ? (
                      <Kbd size="xs" className={classes.kbd}>
                        {nav.key}
                      </Kbd>
                    ) : null
                  }
                  aria-keyshortcuts={nav.key}
                  active={active}
                  aria-current={active ? "page" : undefined}
                  className={classes.entry}
                />
              );
            })}
          </Box>
        );
      })}
    </Box>
  );
}
