// Which groups of the navigation are folded: as many as do not fit, until a person folds and opens them as they like.
import { useLocalStorage, useViewportSize } from "@mantine/hooks";
import { NAV_GROUPS, type NavGroup } from "../screen/screens.ts";

/** Pixels of an entry, and of a group's name with the space after it; as in shell.module.css. */
const ENTRY = 31;
const GROUP = 36;
/** What the header takes of the window, and the space around the entries. */
const AROUND = 72;

/** What goes first where there is no room: what is needed least often. The rest is scrolled. */
const LEAST_FIRST: readonly NavGroup[] = ["system", "people", "network"];

/**
 * The groups that are folded so that the others fit into the window. Pure.
 * @param entries how many each group has
 * @param height of the window; 0 while it is unknown
 */
export function foldedToFit(entries: Readonly<Record<NavGroup, number>>, height: number): Set<NavGroup> {
  const folded = new Set<NavGroup>();
  const needed = () =>
    NAV_GROUPS.filter((group) => entries[group] > 0).reduce(
      (sum, group) => sum + GROUP + (folded.has(group) ? 0 : entries[group] * ENTRY),
      AROUND,
    );
  for (const group of LEAST_FIRST) if (height > 0 && needed() > height) folded.add(group);
  return folded;
}

/** Whether each group is folded, and what folds it or opens it; kept on this computer. */
export function useFolding(entries: Readonly<Record<NavGroup, number>>) {
  const { height } = useViewportSize();
  const [chosen, setChosen] = useLocalStorage<Partial<Record<NavGroup, boolean>>>({
    key: "lastmile.navigation",
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const byItself = foldedToFit(entries, height);
  const isFolded = (group: NavGroup) => chosen[group] ?? byItself.has(group);
  const toggle = (group: NavGroup) => setChosen({ ...chosen, [group]: !isFolded(group) });
  return { isFolded, toggle };
}
