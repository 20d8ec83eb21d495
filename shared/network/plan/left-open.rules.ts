// Rows of others that hold a closed static line's address on the list of lines served: behind a firewall that lets that
// list through the line would stay open, whatever stands on the list of closed ones. Pure.
import type { DesiredState, DesiredUser } from "./plan-wire.ts";
import { isYes } from "./row-kinds.ts";
import { type ActualRow, markerOf } from "./rows.ts";

/** First and last address, as numbers. */
type Span = readonly [number, number];

const SIZE = 2 ** 32;

function numberOf(text: string): number | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255))
    return null;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

const textOf = (number: number): string =>
  [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join(".");

/** One address, a network (`10.0.0.0/24`) or a range (`10.0.0.5-10.0.0.9`); null: a name, or IPv6. */
function spanOf(text: string): Span | null {
  const range = text.split("-");
  if (range.length === 2) {
    const [first, last] = range.map(numberOf);
    return typeof first === "number" && typeof last === "number" ? [first, last] : null;
  }
  const [host = "", prefix = "32"] = text.split("/");
  const address = numberOf(host);
  const bits = /^\d{1,2}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (address === null || !(bits <= 32)) return null;
  const size = 2 ** (32 - bits);
  const first = Math.floor(address / size) * size;
  return [first, first + size - 1];
}

/** Whether the list of lines served matters: a line that signs in is never on it, and has its login to be closed by. */
export const isClosedByListAlone = ({ connection, enabled, remote_address }: DesiredUser): boolean =>
  connection === "STATIC" && !enabled && remote_address !== null;

/** The networks around an address, each by the name that a router has for it: how a covering entry is asked for. */
export function networksAround(address: string): string[] {
  const number = numberOf(address);
  if (number === null) return [];
  return Array.from({ length: 32 }, (_, bits) => {
    const size = SIZE / 2 ** bits;
    return `${textOf(Math.floor(number / size) * size)}/${bits}`;
  });
}

/** Whether an entry is for one address alone, so that handing it over takes nothing from anybody else. */
export const isOneAddress = (text: string): boolean => {
  const span = spanOf(text);
  return span !== null && span[0] === span[1];
};

/** By a customer and their address: entries of the list of lines served that hold it and are not the customer's own. */
export function openersOf(
  rows: readonly ActualRow[],
  { active_address_list, tenant_marker }: DesiredState,
): (customer_id: string, address: string) => ActualRow[] {
  const single = new Map<number, ActualRow[]>();
  const wide: { row: ActualRow; span: Span }[] = [];
  for (const row of rows) {
    const { list, address = "", disabled } = row.fields;
    const span = list === active_address_list && !isYes(disabled) ? spanOf(address) : null;
    if (span === null) continue;
    if (span[0] !== span[1]) wide.push({ row, span });
    else single.set(span[0], [...(single.get(span[0]) ?? []), row]);
  }
  return (customer_id, address) => {
    const number = numberOf(address);
    if (number === null) return [];
    const around = wide.filter(({ span }) => span[0] <= number && number <= span[1]).map(({ row }) => row);
    return [...(single.get(number) ?? []), ...around].filter((row) => {
      const marker = markerOf(row);
      return marker?.tenant_marker !== tenant_marker || marker.id !== customer_id;
    });
  };
}

/** What is said of such an entry, with what to do about it. */
export function whyOpen(list: string, is_marked: boolean, adoptable: boolean): string {
  const whose = is_marked ? "of another customer" : "made by hand";
  const mend = adoptable ? "take it over by its address, or remove it" : "remove it";
  return `an entry ${whose} on ${list} leaves the closed line open where the firewall lets that list through: ${mend} on the router`;
}
