// The tabs of a place: a row of links, each to its own address.
import { Kbd } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { Link, NavLink } from "react-router";
import { useWords } from "../i18n/index.ts";
import { type Screen, screenName } from "../screen/screens.ts";
import classes from "./place-frame.module.css";
import type { OfferedPlace } from "./places.ts";

function Tab({ screen: { path, nav } }: { screen: Screen }) {
  const t = useWords();
  if (!nav) return null;
  return (
    <NavLink to={`/${path}`} end className={classes.tab} aria-keyshortcuts={nav.key}>
      {screenName(nav.label, t)}
      {nav.key ? (
        <Kbd size="xs" className={classes.key}>
          {nav.key}
        </Kbd>
      ) : null}
    </NavLink>
  );
}

interface PlaceTabsProps {
  readonly tabs: readonly Screen[];
  /** The place whose own page they are listed on. */
  readonly back: OfferedPlace | null;
}

export function PlaceTabs({ tabs, back }: PlaceTabsProps) {
  const t = useWords();
  return (
    <>
      {back ? (
        <Link to={`/${back.path}`} className={classes.back}>
          <IconChevronLeft size={15} aria-hidden />
          {t(back.label)}
        </Link>
      ) : null}
      {tabs.map((screen) => (
        <Tab key={screen.path} screen={screen} />
      ))}
    </>
  );
}
