// Where the tree of the fibre is, with an OLT or one of its ports opened. Pure.
import { portKey } from "./tree-rows.ts";

/** @param pon_port Null: the OLT alone is opened. */
export function treeAddress({ olt, pon_port }: { olt: string; pon_port: string | null }): string {
  const params = new URLSearchParams({ olt, ...(pon_port === null ? {} : { port: pon_port }) });
  return `/fibre?${params}`;
}

/** The rows that an address wants open; null: it says nothing of it. */
export function openedBy(params: URLSearchParams): ReadonlySet<string> | null {
  const olt = params.get("olt");
  const port = params.get("port");
  if (olt === null) return null;
  return new Set(port === null ? [olt] : [olt, portKey(olt, port)]);
}
