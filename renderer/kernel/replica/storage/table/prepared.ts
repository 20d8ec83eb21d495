// Queries that RxDB has prepared, planned by the indexes that are kept.
import type { PreparedQuery } from "rxdb";
import { prepareQuery } from "rxdb/plugins/core";
import type { Planned, Planner } from "./planner.ts";

export class PreparedQueries<T> {
  readonly #planner: Planner<T>;
  readonly #planned = new WeakMap<PreparedQuery<T>, Planned<T>>();

  constructor(planner: Planner<T>) {
    this.#planner = planner;
  }

  planned(query: PreparedQuery<T>): Planned<T> {
    let planned = this.#planned.get(query);
    if (!planned) {
      const { indexes, schema } = this.#planner;
      const isKept = indexes.some((fields) => fields.join() === query.queryPlan.index.join());
      const { index: _, ...rest } = query.query;
      planned = this.#planner.planned(isKept ? query : prepareQuery<T>(schema, rest), query.query);
      this.#planned.set(query, planned);
    }
    return planned;
  }
}
