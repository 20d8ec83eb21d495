// The tabs of the place in which one is, above the screen.
import { Box } from "@mantine/core";
import { type ReactNode, Suspense } from "react";
import { useLocation } from "react-router";
import { useWords } from "../i18n/index.ts";
import { lazily } from "../screen/lazily.tsx";
import type { Screen } from "../screen/screens.ts";
import classes from "./place-frame.module.css";
import { type OfferedPlace, tabAt } from "./places.ts";
import { usePlaceHere } from "./use-places.ts";

// Their words come with the other screens'; their room is kept meanwhile.
const PlaceTabs = lazily(() => import("./place-tabs.tsx"), "PlaceTabs");

/** The tabs beside the one that is open: of a place with a page of its own those under the same heading. */
function tabsHere(place: OfferedPlace, pathname: string): readonly Screen[] {
  const here = tabAt(place, pathname);
  // The page of a record says itself which list it is from.
  if (here === undefined || pathname !== `/${here.tab.path}`) return [];
  return place.path === place.place.page ? here.part.tabs : place.parts.flatMap(({ tabs }) => tabs);
}

/** @param children the open screen */
export function PlaceFrame({ children }: { children: ReactNode }) {
  const t = useWords();
  const { pathname } = useLocation();
  const here = usePlaceHere();
  const tabs = here ? tabsHere(here, pathname) : [];
  const back = here !== undefined && here.path === here.place.page ? here : null;
  // One tab needs no row, unless for the way back.
  const shown = tabs.length >= (back ? 1 : 2);
  return (
    <Box className={shown ? classes.frame : undefined}>
      {here && shown ? (
        <nav className={classes.tabs} aria-label={t("nav.tabs_of", { place: t(here.label) })}>
          <Suspense>
            <PlaceTabs tabs={tabs} back={back} />
          </Suspense>
        </nav>
      ) : null}
      {children}
    </Box>
  );
}
