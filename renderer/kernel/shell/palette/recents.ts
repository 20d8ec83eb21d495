// The records that this person opened last, so that they are one key away; kept sealed with the replica, by id alone.
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { create } from "zustand";
import { useReplica } from "../../replica-hooks.ts";
import type { Screen } from "../../screen/screens.ts";

/** A record's page. */
export interface Recent {
  /** Of its list: "customers". */
  readonly path: string;
  readonly id: string;
}

const KEPT = 8;

export const useRecents = create<{ recents: readonly Recent[] }>(() => ({ recents: [] }));

/** The latest first, each once. Pure. */
function withRecent(recents: readonly Recent[], opened: Recent): readonly Recent[] {
  const others = recents.filter(({ path, id }) => path !== opened.path || id !== opened.id);
  return [opened, ...others].slice(0, KEPT);
}

/** The record whose page an address is; null for other pages. Pure. */
function recordAt(screens: readonly Screen[], pathname: string): Recent | null {
  const [, path, id, more] = pathname.split("/");
  if (!path || !id || more !== undefined) return null;
  return screens.some(({ path: known, shows }) => shows && known === `${path}/:id`) ? { path, id } : null;
}

/** Follows the pages that are opened; the list of another person, or of another company, is another one. */
export function useRememberPages(screens: readonly Screen[]): void {
  const { profile } = useReplica();
  const { pathname } = useLocation();
  const reading = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    reading.current = profile.get("recents").then((kept) => useRecents.setState({ recents: kept ?? [] }));
  }, [profile]);
  useEffect(() => {
    const opened = recordAt(screens, pathname);
    if (!opened) return;
    void reading.current.then(() => {
      const recents = withRecent(useRecents.getState().recents, opened);
      useRecents.setState({ recents });
      return profile.set("recents", recents);
    });
  }, [profile, screens, pathname]);
}
