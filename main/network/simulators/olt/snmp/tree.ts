// The instances that a simulated device has, in the order of their OIDs.
import { encodeOid } from "./ber.ts";

/** OIDs as text that sorts as OIDs do: two code units a number. */
export function keyOf(arcs: readonly number[]): string {
  let key = "";
  for (const arc of arcs) key += String.fromCharCode(Math.floor(arc / 65_536), arc % 65_536);
  return key;
}

export interface Instance {
  key: string;
  arcs: readonly number[];
  /** The OID with its tag. */
  oid: Buffer;
  /** The value with its tag, as it is now; null: it has none at present and is left out. */
  read(): Buffer | null;
}

export function instance(arcs: readonly number[], read: () => Buffer | null): Instance {
  return { key: keyOf(arcs), arcs, oid: encodeOid(arcs), read };
}

export class Tree {
  readonly #sorted: Instance[];
  readonly #byKey: Map<string, Instance>;

  /** @throws Error when two instances have one OID: a table of the simulator is wrong then. */
  constructor(instances: readonly Instance[]) {
    this.#byKey = new Map(instances.map((one) => [one.key, one]));
    if (this.#byKey.size !== instances.length) {
      const seen = new Set<string>();
      const twice = instances.find(({ key }) => seen.has(key) || !seen.add(key));
      throw new Error(`the OID ${twice?.arcs.join(".")} is there twice`);
    }
    this.#sorted = [...instances].sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  get(key: string): Instance | null {
    return this.#byKey.get(key) ?? null;
  }

  /** Where the first instance behind this OID stands. */
  positionAfter(key: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle]?.key ?? "") > key) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The first instance at or behind a position that has a value now, with it. */
  from(position: number): { instance: Instance; value: Buffer; position: number } | null {
    for (let at = position; at < this.#sorted.length; at++) {
      const found = this.#sorted[at];
      const value = found?.read();
      if (found && value) return { instance: found, value, position: at };
    }
    return null;
  }
}
