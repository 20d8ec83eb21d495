// Tables of the simulated router beside those of PPP: what each takes, what it refuses and how it prints a value.
import { Trap } from "./trap.ts";

export type Values = Record<string, string>;

export interface TableRules {
  path: string;
  /** Parameters that add and set take. */
  fields: readonly string[];
  defaults: Values;
  /** Rows that are there from the beginning, by id. */
  own?: Readonly<Record<string, Values>>;
  /** What only one row may be, and the words for a second. */
  unique: (row: Values) => string;
  duplicate: string;
  /** A value as it is printed; throws Trap where the router refuses it. */
  take?: (field: string, value: string) => string;
  /** Refuses a row as a whole. */
  check?: (row: Values) => void;
  /** Rows of `own` refuse to go. */
  keeps_own?: string;
}

const ID_LIST = /^\*[0-9A-Fa-f]+(,\*[0-9A-Fa-f]+)*$/;
export const truth = (value: string): string => (value === "yes" || value === "true" ? "true" : "false");

/** One such table with its rows. */
export class SimulatedTable {
  readonly rules: TableRules;
  readonly rows = new Map<string, Values>();
  #next = 1;

  constructor(rules: TableRules) {
    this.rules = rules;
    for (const [id, values] of Object.entries(rules.own ?? {}))
      this.rows.set(id, { ".id": id, ...rules.defaults, ...values });
  }

  /** `dynamic`: the router's own doing, which no command changes. */
  add(values: Values, dynamic = false): string {
    const row = { ...this.rules.defaults, ...this.#taken(values), dynamic: String(dynamic) };
    this.#check(row, null);
    const id = `*${this.#next.toString(16).toUpperCase()}`;
    this.#next += 1;
    this.rows.set(id, { ".id": id, ...row });
    return id;
  }

  set(ids: string, values: Values): void {
    for (const id of this.#found(ids)) {
      const row = this.rows.get(id) ?? {};
      this.#refuseDynamic(row);
      const changed = { ...row, ...this.#taken(values) };
      this.#check(changed, id);
      this.rows.set(id, changed);
    }
  }

  unset(ids: string, field: string): void {
    for (const id of this.#found(ids)) {
      const row = this.rows.get(id) ?? {};
      this.#refuseDynamic(row);
      this.rows.set(id, { ...row, [field]: this.rules.defaults[field] ?? "" });
    }
  }

  remove(ids: string): void {
    for (const id of this.#found(ids)) {
      if (this.rules.own?.[id] && this.rules.keeps_own) throw new Trap(this.rules.keeps_own, null);
      this.#refuseDynamic(this.rows.get(id) ?? {});
      this.rows.delete(id);
    }
  }

  #refuseDynamic(row: Values): void {
    if (row["dynamic"] === "true") throw new Trap("failure: can not change dynamic", null);
  }

  #found(list: string): string[] {
    if (!ID_LIST.test(list)) throw new Trap("no such item", 0);
    const ids = list.split(",");
    for (const id of ids) if (!this.rows.has(id)) throw new Trap("no such item", 0);
    return ids;
  }

  #taken(values: Values): Values {
    const taken: Values = {};
    for (const [field, value] of Object.entries(values)) {
      if (!this.rules.fields.includes(field)) throw new Trap(`unknown parameter ${field}`, 1);
      taken[field] = field === "disabled" ? truth(value) : (this.rules.take?.(field, value) ?? value);
    }
    return taken;
  }

  #check(row: Values, id: string | null): void {
    this.rules.check?.(row);
    const key = this.rules.unique(row);
    for (const [other, values] of this.rows)
      if (other !== id && this.rules.unique(values) === key) throw new Trap(this.rules.duplicate, null);
  }
}
