// Which screens this person can open: for links to them, and for what of theirs stands on other pages.
import { createContext, useContext } from "react";
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { RelatedRecords, Screen } from "../screen/screens.ts";

/** The screens that the role may open. */
export const Pages = createContext<readonly Screen[]>([]);

/** Where a record's page is; null where it has none, or this role may not open it. */
export function usePageOf(path: string, id: string): string | null {
  return useContext(Pages).some((screen) => screen.path === `${path}/:id`) ? `/${path}/${id}` : null;
}

/** Whether this role may open a screen, e.g. "invoices": for figures that lead to what they are made of. */
export function useMayOpen(path: string): boolean {
  return useContext(Pages).some((screen) => screen.path === path);
}

/** The lists that stand on the page of a resource's record. */
export function useRelated({ name }: Resource): readonly RelatedRecords[] {
  return useContext(Pages).flatMap(({ related = [] }) => related.filter(({ of }) => of === name));
}

/** What a reference is declared with that may name a record of any resource. */
const ANY = "object";

/** What was done to a resource's records: the list of what names records of any resource; null where the role may not know. */
export function useHistory(resource: Resource): RelatedRecords | null {
  const any = useContext(Pages).flatMap(({ related = [] }) => related.filter(({ of }) => of === ANY));
  return any.find((related) => related.resource !== resource) ?? null;
}
