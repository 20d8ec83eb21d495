// Which screens this person can open, for links to them.
import { createContext, useContext } from "react";

/** Paths of the screens that the role may open, as the registry of screens has them: `customers/:id`. */
export const Pages = createContext<ReadonlySet<string>>(new Set());

/** Where a record's page is; null where it has none, or this role may not open it. */
export function usePageOf(path: string, id: string): string | null {
  return useContext(Pages).has(`${path}/:id`) ? `/${path}/${id}` : null;
}
