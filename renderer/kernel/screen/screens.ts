// What a screen is to the shell: its address, its name, who may see it. Which place it is a tab of: ../place/places.ts.

import type { TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { type Key, resourceWords, type Translate } from "../i18n/index.ts";

export interface Screen {
  /** Address below the root, without the leading slash. */
  readonly path: string;
  readonly element: ReactNode;
  /** Called so where it is a tab of a place, and in the search; without one it is only reached from elsewhere. */
  readonly nav?: {
    /** Its own name, or the resource that it lists. */
    readonly label: Key | Resource;
    readonly icon: TablerIcon;
    readonly key?: string;
    /** Needed to have it as a tab; who lacks it finds the screen by searching. */
    readonly permission?: PermissionCode;
  };
  /** Needed to see it, of several all; unset: everybody. */
  readonly permission?: PermissionCode | readonly PermissionCode[];
  /** Whose records are made here, at `?new=1`. */
  readonly adds?: Resource;
  /** Whose records have their page here, the address ending in their id. */
  readonly shows?: Resource;
  /** The pages of other resources' records on which its records stand, too. */
  readonly related?: readonly RelatedRecords[];
}

/** What belongs to a record of another resource: a customer's tickets. */
export interface RelatedRecords {
  /** The other resource's name. */
  readonly of: string;
  readonly resource: Resource;
  /** On a page with tabs it is found under "More". */
  readonly under_more: boolean;
  /**
   * @param id Of the other resource's record.
   * @param heading Whether the list says what it is; a tab has said so already.
   */
  readonly list: (id: string, heading?: boolean) => ReactNode;
}

/** Which screens a person may open. */
export function permitted(
  screens: readonly Screen[],
  can: (permission: PermissionCode) => boolean,
): Screen[] {
  return screens.filter(({ permission = [] }) => [permission].flat().every((one) => can(one)));
}

/** The addresses of screens that a person may not open, of all there are. */
export function closedPaths(open: readonly Screen[], all: readonly Screen[]): string[] {
  const known = new Set(open.map(({ path }) => path));
  return [...new Set(all.map(({ path }) => path))].filter((path) => !known.has(path));
}

/** What a screen is called in the navigation. */
export const screenName = (label: Key | Resource, t: Translate): string =>
  typeof label === "string" ? t(label) : resourceWords(label, t.language).title;
