// Places of the navigation: each answers a question of somebody's day, its tabs are screens. Pure.
import type { TablerIcon } from "@tabler/icons-react";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import type { FirstKey, Key } from "../i18n/index.ts";
import { permitted, type Screen } from "../screen/screens.ts";

/** What decides which places somebody has: their rights, never their role's name. */
export interface Rights {
  /** Whether they may see or do this, be it with their own records alone. */
  can(permission: PermissionCode): boolean;
  /** Whether they may with everybody's records. */
  of_all(permission: PermissionCode): boolean;
}

/** A screen's path; or one that only some who may open the screen have here. */
export type Tab = string | { readonly path: string; readonly when: (rights: Rights) => boolean };

export interface Part {
  /** Its heading on the place's page. */
  readonly label?: Key;
  /** What the place is called for those who have this part alone; else as the place. */
  readonly alone?: FirstKey;
  readonly tabs: readonly Tab[];
}

export interface Place {
  readonly id: string;
  readonly label: FirstKey;
  readonly icon: TablerIcon;
  readonly parts: readonly Part[];
  /** Its own screen, which lists its tabs under headings; for what has more than a row holds. */
  readonly page?: string;
  /** Stands after the place where a person lands, even where it is listed first. */
  readonly is_second?: true;
}

interface OfferedPart {
  readonly label: Key;
  readonly alone: FirstKey;
  readonly tabs: readonly Screen[];
}

/** A place as one person has it. */
export interface OfferedPlace {
  readonly place: Place;
  readonly label: FirstKey;
  /** The screen that its entry opens. */
  readonly path: string;
  /** Key of the keyboard that opens it. */
  readonly key: string | undefined;
  readonly parts: readonly OfferedPart[];
}

const pathOf = (tab: Tab): string => (typeof tab === "string" ? tab : tab.path);
const pathsOf = ({ parts }: Place): readonly string[] => parts.flatMap(({ tabs }) => tabs.map(pathOf));

function offered(place: Place, open: readonly Screen[], rights: Rights): OfferedPlace[] {
  const parts = place.parts.flatMap(({ label, alone, tabs }): OfferedPart[] => {
    const shown = tabs.flatMap((tab): Screen[] => {
      if (typeof tab !== "string" && !tab.when(rights)) return [];
      const screen = open.find(({ path }) => path === pathOf(tab));
      const right = screen?.nav?.permission;
      return screen?.nav && (right === undefined || rights.can(right)) ? [screen] : [];
    });
    if (shown.length === 0) return [];
    return [{ label: label ?? place.label, alone: alone ?? place.label, tabs: shown }];
  });
  const [first] = parts;
  const screen = first?.tabs[0];
  if (first === undefined || screen === undefined) return [];
  const alone = parts.length === 1;
  const path = place.page !== undefined && !alone ? place.page : screen.path;
  return [{ place, label: alone ? first.alone : place.label, path, key: screen.nav?.key, parts }];
}

/**
 * The places of a person, in the order of the navigation: the first is where they land.
 * @param screens all there are; those that the person may not open are left out
 */
export function offeredPlaces(
  places: readonly Place[],
  screens: readonly Screen[],
  rights: Rights,
): readonly OfferedPlace[] {
  const open = permitted(screens, rights.can);
  const all = places.flatMap((place) => offered(place, open, rights));
  const [first, second, ...others] = all;
  return first?.place.is_second && second ? [second, first, ...others] : all;
}

const isAt = (path: string, pathname: string) => pathname === `/${path}` || pathname.startsWith(`/${path}/`);

/** How much of an address a path is; 0 where it is none of it. */
const match = (path: string, pathname: string): number => (isAt(path, pathname) ? path.length : 0);

/** The longest match among some paths: `cash-transfers` is not `cash`, and `customers/import` not a customer. */
const bestOf = (paths: readonly string[], pathname: string): number =>
  paths.reduce((best, path) => Math.max(best, match(path, pathname)), 0);

/**
 * The place in which an address stands: that of its tab; of a screen that is no tab of this person, the place that has it for
 * others.
 */
export function placeAt(places: readonly OfferedPlace[], pathname: string): OfferedPlace | undefined {
  const score = (one: OfferedPlace): number => {
    const tabs = one.parts.flatMap((part) => part.tabs.map(({ path }) => path));
    const own = bestOf([...tabs, one.path], pathname);
    // Half a point more: the same screen is a tab here, and only known to the other place.
    return Math.max(own > 0 ? own + 0.5 : 0, bestOf(pathsOf(one.place), pathname));
  };
  const best = Math.max(0, ...places.map(score));
  return best === 0 ? undefined : places.find((one) => score(one) === best);
}

/** The tab in which an address stands, by the same measure; undefined at the page of a place with headings. */
export function tabAt(place: OfferedPlace, pathname: string): { part: OfferedPart; tab: Screen } | undefined {
  const tabs = place.parts.flatMap((part) => part.tabs.map((tab) => ({ part, tab })));
  const best = Math.max(0, ...tabs.map(({ tab }) => match(tab.path, pathname)));
  return best === 0 ? undefined : tabs.find(({ tab }) => match(tab.path, pathname) === best);
}
