// What a router held before we wrote to it, in the manner of its own /export: commands that an operator can read, keep
// and take rows from. No secret is in it, since none was read.
import { quoted } from "../script-text.rules.ts";
import { ROW_WHATS } from "./plan-wire.ts";
import { KINDS } from "./row-kinds.ts";
import type { ActualState, Fields } from "./rows.ts";

/** As RouterOS's own export has it: a plain word without quotation marks. */
const word = (text: string): string => (/^[\w.:/@*-]+$/.test(text) ? text : quoted(text));

/** Columns that a command can not set. */
const READ_ONLY = new Set([".id", "dynamic"]);

function line(columns: readonly string[], fields: Fields): string {
  const values = columns.flatMap((column) => {
    const value = fields[column] ?? "";
    return value === "" || READ_ONLY.has(column) ? [] : [`${column}=${word(value)}`];
  });
  return `add ${values.join(" ")}`;
}

/** The text of a snapshot: menus with a line a row. RouterOS's own rows are comments, since they can not be added. */
export function exportText(
  actual: ActualState,
  router: { identity: string | null; ros_version: string | null },
): string {
  const name = `${router.identity ?? "unnamed"}`.replace(/\p{Cc}/gu, " ");
  const head = [
    `# What Lastmile found on the router "${name}"${router.ros_version ? `, RouterOS ${router.ros_version}` : ""}, before it wrote.`,
    "# Only the menus that Lastmile writes to; passwords are not read and stay on the router.",
  ];
  const menus = ROW_WHATS.filter((what) => actual[what].length > 0).flatMap((what) => {
    const kind = KINDS[what];
    const rows = actual[what].map((row) => {
      const text = line(kind.columns, row.fields);
      return kind.isBuiltIn(row) ? `# own: ${text}` : text;
    });
    return [kind.path.replaceAll("/", " ").trim().replace(/^/, "/"), ...rows];
  });
  return `${[...head, ...menus].join("\n")}\n`;
}
