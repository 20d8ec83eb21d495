// How wide the columns of a table are, in pixels. Pure.
import type { Column } from "./columns.ts";

/** Of the boxes that choose rows. */
export const CHOOSER = 40;

/** The least width of a column that takes what is left. */
const GROWS = 160;

/** What a column needs. */
export const neededWidth = ({ width, grow }: Pick<Column<never>, "width" | "grow">): number =>
  grow ? Math.max(width, GROWS) : width;

const ROW_ACTION = 42;

/** Of the column with so many buttons in each row. */
export const actionsWidth = (buttons: number): number => (buttons === 0 ? 0 : 16 + ROW_ACTION * buttons);
