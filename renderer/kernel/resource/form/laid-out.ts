// How a form's fields stand in two columns. Pure.

export interface Placed {
  readonly name: string;
  /** It has both columns. */
  readonly full: boolean;
}

/** Kinds that need the whole width. */
const WIDE: readonly string[] = ["prose", "json"];
/** Kinds that look well as wide as the form. */
const STRETCHES: readonly string[] = ["text", "reference"];

/** What is typed, then the boxes to tick, each in their order. A text that would stand alone in its row takes all of it. */
export function laidOut(
  fields: readonly string[],
  kindOf: (name: string) => string,
): readonly (readonly Placed[])[] {
  const typed = fields.filter((name) => kindOf(name) !== "flag");
  const ticked = fields.filter((name) => kindOf(name) === "flag");
  let isSecond = false;
  const placed = typed.map((name, index) => {
    const next = typed[index + 1];
    const isLast = next === undefined || WIDE.includes(kindOf(next));
    const full = WIDE.includes(kindOf(name)) || (!isSecond && isLast && STRETCHES.includes(kindOf(name)));
    isSecond = !full && !isSecond && !isLast;
    return { name, full };
  });
  return [placed, ticked.map((name) => ({ name, full: false }))].filter((part) => part.length > 0);
}
