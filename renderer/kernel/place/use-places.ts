// The places of the signed-in person, and the one in which they are.
import { createContext, useContext, useMemo } from "react";
import { useLocation } from "react-router";
import { useWaitingMatters } from "../connection/waiting-matters.ts";
import type { Screen } from "../screen/screens.ts";
import { useSession } from "../session/session-store.ts";
import { type OfferedPlace, offeredPlaces, type Place, placeAt, type Rights } from "./places.ts";

/** The address of the inbox, whose number is seen from everywhere. */
const INBOX = "inbox";

/** What the signed-in person may, as a whole: it changes with their identity alone. */
export function useRights(): Rights {
  const can = useSession((session) => session.can);
  const identity = useSession((session) => session.identity);
  return useMemo(
    () => ({
      can,
      of_all: (permission) =>
        identity !== null &&
        (identity.user.is_superuser || identity.membership.permissions.includes(permission)),
    }),
    [can, identity],
  );
}

/** The places of the person at this program: set once above the routes, read by the frame, the bar of a phone and the search. */
export const OwnPlaces = createContext<readonly OfferedPlace[]>([]);

/** @example <OwnPlaces value={usePlacesOf(PLACES, SCREENS)}> */
export function usePlacesOf(places: readonly Place[], screens: readonly Screen[]): readonly OfferedPlace[] {
  const rights = useRights();
  return useMemo(() => offeredPlaces(places, screens, rights), [places, screens, rights]);
}

/** The number beside a place: what waits for its person, where the inbox is one of its tabs. */
export function useWaitingIn({ parts }: OfferedPlace): number {
  const count = useWaitingMatters((matters) => matters.count);
  return parts.some(({ tabs }) => tabs.some(({ path }) => path === INBOX)) ? count : 0;
}

/** The place in which the open page stands. */
export function usePlaceHere(): OfferedPlace | undefined {
  const places = useContext(OwnPlaces);
  const { pathname } = useLocation();
  return placeAt(places, pathname);
}
