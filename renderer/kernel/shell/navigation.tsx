// The places of the signed-in person, one entry each; where one is stays in view.
import { Box, NavLink as Entry, Kbd } from "@mantine/core";
import { useContext, useEffect, useRef } from "react";
import { NavLink } from "react-router";
import { useWords } from "../i18n/index.ts";
import { PlaceIcon, PlaceName } from "../place/place-icon.tsx";
import type { OfferedPlace } from "../place/places.ts";
import { OwnPlaces, usePlaceHere } from "../place/use-places.ts";
import classes from "./shell.module.css";

/** Width of the navigation in a narrow window, or at 200 % zoom: pictures alone, with their words as hints. */
export const RAIL = 54;

function NavEntry({ place, active }: { place: OfferedPlace; active: boolean }) {
  const { label, path, key } = place;
  const t = useWords();
  const entry = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (active) entry.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <Entry
      component={NavLink}
      ref={entry}
      to={`/${path}`}
      label={<PlaceName of={place} />}
      title={t(label)}
      leftSection={<PlaceIcon of={place} size={18} />}
      rightSection={
        key ? (
          <Kbd size="xs" className={classes.kbd}>
            {key}
          </Kbd>
        ) : null
      }
      aria-keyshortcuts={key}
      active={active}
      aria-current={active ? "page" : undefined}
      className={classes.entry}
    />
  );
}

/** @param in_words Also in a narrow window, where it has the whole width. */
export function Navigation({ in_words = false }: { in_words?: boolean }) {
  const places = useContext(OwnPlaces);
  const here = usePlaceHere();
  return (
    <Box h="100%" px={8} py={8} className={classes.entries} data-words={in_words || undefined}>
      {places.map((one) => (
        <NavEntry key={one.place.id} place={one} active={one === here} />
      ))}
    </Box>
  );
}
