// The screens that a person has in the navigation, in groups that can be folded; where one is stays in view.
import { Box, NavLink as Entry, Kbd, UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { useWords } from "../i18n/index.ts";
import { NAV_GROUPS, type NavGroup, permitted, type Screen, screenName } from "../screen/screens.ts";
import { useSession } from "../session/session-store.ts";
import { useFolding } from "./folding.ts";
import classes from "./shell.module.css";

/** Width of the navigation in a narrow window, or at 200 % zoom: pictures alone, with their words as hints. */
export const RAIL = 54;

function NavEntry({ path, nav, active }: Pick<Screen, "path" | "nav"> & { active: boolean }) {
  const t = useWords();
  const entry = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (active) entry.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  if (!nav) return null;
  const Icon = nav.icon;
  return (
    <Entry
      component={NavLink}
      ref={entry}
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
}

/** What there is of each group. */
const byGroup = <T,>(of: (group: NavGroup) => T) =>
  Object.fromEntries(NAV_GROUPS.map((group) => [group, of(group)])) as Readonly<Record<NavGroup, T>>;

/** The entries of each group that this person has. */
function useEntries(screens: readonly Screen[]): Readonly<Record<NavGroup, readonly Screen[]>> {
  const can = useSession((session) => session.can);
  const shown = permitted(screens, can);
  const of = (group: NavGroup) =>
    shown.filter(({ nav }) => nav?.group === group && (nav.permission === undefined || can(nav.permission)));
  return byGroup(of);
}

/** @param in_words Also in a narrow window, where it has the whole width. */
export function Navigation({
  screens,
  in_words = false,
}: {
  screens: readonly Screen[];
  in_words?: boolean;
}) {
  const t = useWords();
  const { pathname } = useLocation();
  const entries = useEntries(screens);
  const { isFolded, toggle } = useFolding(byGroup((group) => entries[group].length));
  const isHere = (path: string) => pathname === `/${path}` || pathname.startsWith(`/${path}/`);
  return (
    <Box h="100%" px={8} py={8} className={classes.entries} data-words={in_words || undefined}>
      {NAV_GROUPS.filter((group) => entries[group].length > 0).map((group) => {
        const folded = isFolded(group);
        const name = t(`nav.group.${group}`);
        return (
          <Box key={group} mb={8} role="group" aria-label={name}>
            <UnstyledButton
              className={classes.group}
              aria-expanded={!folded}
              title={name}
              onClick={() => toggle(group)}
            >
              <span>{name}</span>
              <IconChevronDown
                size={13}
                aria-hidden
                className={classes.fold}
                data-folded={folded || undefined}
              />
            </UnstyledButton>
            {entries[group]
              .filter(({ path }) => !folded || isHere(path))
              .map(({ path, nav }) => (
                <NavEntry key={path} path={path} nav={nav} active={isHere(path)} />
              ))}
          </Box>
        );
      })}
    </Box>
  );
}
