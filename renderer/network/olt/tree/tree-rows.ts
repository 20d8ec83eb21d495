// The rows of the tree of OLTs, their ports and ONUs, as far as it is opened. Pure.
import type { Olt, Onu } from "../../../../shared/network/index.ts";
import { conditionOf, isTrouble } from "../onu-condition.ts";

interface Row {
  readonly key: string;
  readonly level: 1 | 2 | 3;
  /** Null: nothing is below it. */
  readonly is_open: boolean | null;
  /** The row that it is below. */
  readonly parent: string | null;
}

export interface OltRow extends Row {
  readonly kind: "olt";
  readonly olt: Olt;
}

export interface PortRow extends Row {
  readonly kind: "port";
  readonly olt: Olt;
  readonly pon_port: string;
  readonly total: number;
  readonly online: number;
  /** Of those that are down: without light, without power. */
  readonly los: number;
  readonly power: number;
  readonly weak: number;
  /** The weakest light among those on-line; null: none was measured. */
  readonly weakest_dbm: number | null;
}

export interface OnuRow extends Row {
  readonly kind: "onu";
  readonly onu: Onu;
}

export type TreeRow = OltRow | PortRow | OnuRow;

export interface Wanted {
  /** Keys of opened rows. */
  readonly opened: ReadonlySet<string>;
  readonly only_trouble: boolean;
  /** Whether an ONU is looked for; null: none is. What is found is shown opened. */
  readonly isFound: ((onu: Onu) => boolean) | null;
}

export const portKey = (olt: string, pon_port: string) => `${olt} ${pon_port}`;

/** "0/1/10" after "0/1/9". */
const byName = new Intl.Collator("en", { numeric: true }).compare;

function grouped(onus: readonly Onu[], by: (onu: Onu) => string): ReadonlyMap<string, readonly Onu[]> {
  const groups = new Map<string, Onu[]>();
  for (const onu of onus) {
    const group = groups.get(by(onu));
    if (group) group.push(onu);
    else groups.set(by(onu), [onu]);
  }
  return groups;
}

function portRow(olt: Olt, pon_port: string, onus: readonly Onu[], is_open: boolean): PortRow {
  const measured = onus.flatMap(({ status, rx_power_dbm }) =>
    status === "ONLINE" && rx_power_dbm !== null ? [rx_power_dbm] : [],
  );
  const count = (is: (onu: Onu) => boolean) => onus.filter(is).length;
  return {
    ...{ kind: "port", key: portKey(olt.id, pon_port), level: 2, is_open, parent: olt.id, olt, pon_port },
    total: onus.length,
    online: count(({ status }) => status === "ONLINE"),
    los: count(({ status }) => status === "LOS"),
    power: count(({ status }) => status === "DYING_GASP"),
    weak: count((onu) => ["WEAK", "CRITICAL", "TOO_STRONG"].includes(conditionOf(onu))),
    weakest_dbm: measured.length === 0 ? null : Math.min(...measured),
  };
}

/** @param onus Those of the opened OLTs at least. */
export function treeRows(olts: readonly Olt[], onus: readonly Onu[], wanted: Wanted): readonly TreeRow[] {
  const { opened, only_trouble, isFound } = wanted;
  const rows: TreeRow[] = [];
  const ofOlt = grouped(onus, ({ olt }) => olt);
  for (const olt of [...olts].sort((a, b) => byName(a.name, b.name))) {
    const here = ofOlt.get(olt.id) ?? [];
    const shown = here.filter((onu) => (!only_trouble || isTrouble(onu)) && (isFound?.(onu) ?? true));
    if (isFound && shown.length === 0) continue;
    const is_open = isFound ? true : opened.has(olt.id);
    rows.push({ kind: "olt", key: olt.id, level: 1, is_open, parent: null, olt });
    if (!is_open) continue;
    // What a port is like is told of all its ONUs, whichever of them are looked for.
    const ofPort = grouped(here, ({ pon_port }) => pon_port);
    for (const port of [...new Set(shown.map(({ pon_port }) => pon_port))].sort(byName)) {
      const below = portRow(
        olt,
        port,
        ofPort.get(port) ?? [],
        isFound ? true : opened.has(portKey(olt.id, port)),
      );
      rows.push(below);
      if (!below.is_open) continue;
      const lines = shown.filter(({ pon_port }) => pon_port === port);
      for (const onu of lines.sort((a, b) => a.onu_index - b.onu_index))
        rows.push({ kind: "onu", key: onu.id, level: 3, is_open: null, parent: below.key, onu });
    }
  }
  return rows;
}

/** Whether a port lost most of its ONUs: no single fault. */
export const isPortDown = ({ total, online }: PortRow): boolean => total - online >= 3 && online * 2 <= total;
