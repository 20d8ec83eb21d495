// The focused row of a table, restored when its page of the history is opened again.
import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Keys of rows by page and table; pages left long ago are forgotten. */
const places = new Map<string, string>();
const REMEMBERED = 100;

/**
 * @param isHere Whether the table has rows already.
 * @param stand Takes the keyboard to the row of this key; answers whether there is one.
 * @returns notes the row that is stood on.
 */
export function useRowPosition(
  table: string,
  isHere: boolean,
  stand: (row: string) => boolean,
): (row: string) => void {
  const { key } = useLocation();
  // Pages that were come to by their addresses all have this key.
  const isKept = key !== "default";
  const isBack = useNavigationType() === "POP" && isKept;
  const page = `${key} ${table}`;
  const found = useRef(false);
  useEffect(() => {
    const row = isBack && !found.current ? places.get(page) : undefined;
    if (isHere && row !== undefined) found.current = stand(row);
  });
  return (row) => {
    found.current = true;
    if (!isKept) return;
    places.delete(page);
    places.set(page, row);
    const [oldest] = places.keys();
    if (places.size > REMEMBERED && oldest !== undefined) places.delete(oldest);
  };
}
