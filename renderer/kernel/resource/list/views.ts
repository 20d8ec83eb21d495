// Views of a list: those that its screen proposes, and a person's own: filter, columns and order together, kept on this computer.
import { useLocalStorage } from "@mantine/hooks";
import type { Day } from "../../../../shared/kernel/day.ts";
import type { Key } from "../../i18n/index.ts";
import type { KeptChoice } from "../../table/use-table-choice.ts";
import type { Asked, Filter } from "./filter.ts";

/** A view that a screen proposes. */
export interface ProposedView {
  readonly name: Key;
  /** Parameters of the list's address; or what follows from the day. */
  readonly filter: Filter | ((today: Day) => Filter);
}

/** A view as a tab. */
export interface View {
  readonly name: string;
  readonly asked: Asked;
  /** A person's own has the columns and the order that it was kept with. */
  readonly choice?: KeptChoice;
}

/** Whether two questions are the same one. Pure. */
export function isSame(a: Asked, b: Asked): boolean {
  const of = ({ query, filter }: Asked) =>
    JSON.stringify([query.trim(), Object.entries(filter).sort(([x], [y]) => (x < y ? -1 : 1))]);
  return of(a) === of(b);
}

/** A person's own views of a list: what is kept, keeping one more under its name, and forgetting one. */
export function useOwnViews(list: string) {
  const [views, setViews] = useLocalStorage<readonly View[]>({
    key: `lastmile.views.${list}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const keep = (view: View) =>
    setViews((before) => [...before.filter(({ name }) => name !== view.name), view]);
  const forget = (name: string) => setViews((before) => before.filter((view) => view.name !== name));
  return { views, keep, forget };
}
