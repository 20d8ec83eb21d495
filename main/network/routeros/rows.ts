// Reads and writes the rows that the product keeps on a router, of whichever kind (shared/network/plan/row-kinds.ts).
import { parseMarker } from "../../../shared/network/comment.rules.ts";
import type { RowWhat } from "../../../shared/network/plan/plan-wire.ts";
import { KINDS } from "../../../shared/network/plan/row-kinds.ts";
import type { ActualRow, Fields } from "../../../shared/network/plan/rows.ts";
import { DriverError, isMissingItem, isNoSuchCommand, type RouterSession } from "../driver.ts";

const ROS_ID = /^\*[0-9A-Fa-f]+$/;

/** Never by position, never with an empty id: RouterOS would take another row. */
export function checkedId(ros_id: string): string {
  if (!ROS_ID.test(ros_id)) throw new DriverError("EPROTO", "The router gave a row without a usable id.");
  return ros_id;
}

/** Query words of which one has to hold: `=name=a =name=b #|`. */
export const anyOf = (queries: readonly string[]): string[] =>
  queries.length > 1 ? [...queries, `#${"|".repeat(queries.length - 1)}`] : [...queries];

/**
 * All rows of a kind, or those for which one of the query words holds (without words: none).
 * @param optional true: a router without this menu (a package that is switched off) holds no such rows.
 */
export async function readRows(
  session: RouterSession,
  what: RowWhat,
  { queries, optional = false }: { queries?: readonly string[]; optional?: boolean } = {},
): Promise<ActualRow[]> {
  if (queries?.length === 0) return [];
  const { path, columns, has_dynamic } = KINDS[what];
  // Rows that the router makes itself, such as a queue for each session, are left out where all is read.
  const words = queries ? anyOf(queries) : has_dynamic ? ["=dynamic=false"] : [];
  try {
    const { rows } = await session.run(`${path}/print`, {
      proplist: [".id", ...columns],
      queries: words,
    });
    return rows.map((fields) => ({
      ros_id: fields[".id"] ?? "",
      fields,
      marker: parseMarker(fields["comment"] ?? ""),
    }));
  } catch (error) {
    if (optional && isNoSuchCommand(error)) return [];
    throw error;
  }
}

export async function addRow(session: RouterSession, what: RowWhat, fields: Fields): Promise<void> {
  await session.run(`${KINDS[what].path}/add`, { attributes: fields });
}

/** Writes these fields of a row; one that is to be empty is unset. */
export async function setRow(
  session: RouterSession,
  what: RowWhat,
  ros_id: string,
  fields: Fields,
): Promise<void> {
  const { path } = KINDS[what];
  const place = { ".id": checkedId(ros_id) };
  const said = Object.entries(fields).filter(([, value]) => value !== "");
  if (said.length > 0)
    await session.run(`${path}/set`, { attributes: { ...place, ...Object.fromEntries(said) } });
  // No value of an address or a pool says that there is none.
  for (const [field, value] of Object.entries(fields))
    if (value === "") await session.run(`${path}/unset`, { attributes: { ...place, "value-name": field } });
}

/** Removes a row after reading it once more: only while it still is what was planned. @returns whether it was there. */
export async function removeRow(
  session: RouterSession,
  what: RowWhat,
  ros_id: string,
  name: string,
  still_right: (row: ActualRow) => boolean,
): Promise<boolean> {
  const { path, key } = KINDS[what];
  const found = await readRows(session, what, { queries: [`=${key}=${name}`] });
  const row = found.find((candidate) => candidate.ros_id === ros_id);
  if (!row || !still_right(row)) return false;
  try {
    await session.run(`${path}/remove`, { attributes: { ".id": checkedId(ros_id) } });
    return true;
  } catch (error) {
    if (isMissingItem(error)) return false;
    throw error;
  }
}
