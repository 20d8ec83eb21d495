// The owner's figures at any moment, without reading the company: what a job summed up, less what that said of those who have
// changed since, and what they are now.
import type { Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { readChanged } from "./changed.ts";
import { readUntil } from "./kept-sums.ts";
import { type FigureName, partsOf } from "./parts.ts";
import { figures } from "./sum-up.ts";

/** Of more who have changed all of it is read anew: until the job has summed them up. */
const CHANGED_MAX = 10_000;

export interface Kept {
  key: string;
  count: number;
  amount: string;
}

/** Figures by their names, each by its keys. */
export type KeptFigures<F extends FigureName = FigureName> = Readonly<Record<F, readonly Kept[]>>;

/**
 * These figures, true of the moment that the statement sees: asked for together, since whoever has changed is found once.
 * @returns null where nothing is summed up, or too much has changed since: the caller reads the records.
 */
export async function readKept<F extends FigureName>(
  tx: Tx,
  tenant: Tenant,
  names: readonly F[],
): Promise<KeptFigures<F> | null> {
  const { id } = tenant;
  const until = await readUntil(tx, tenant, figures);
  if (until === null) return null;
  const changed = await readChanged(tx, id, until, CHANGED_MAX + 1);
  if (changed.length > CHANGED_MAX) return null;
  const rows = await tx<(Kept & { figure: F })[]>`
    select figure, key, sum(count)::int as count, sum(amount)::text as amount from (
      select figure, key, count, amount from figure_sums where tenant_id = ${id} and figure = any(${[...names]}::text[])
      union all
      select part.figure, part.key, -part.count, -part.amount from figure_parts p
        cross join jsonb_to_recordset(p.parts) as part (figure text, key text, count int, amount numeric)
      where p.tenant_id = ${id} and p.customer = any(${changed}::text[]::uuid[])
        and part.figure = any(${[...names]}::text[])
      union all
      select figure, key, count, amount from (${partsOf(tx, tenant, changed, names)}) now
    ) parts group by figure, key having sum(count) <> 0 order by key`;
  const of = names.map((name) => [name, rows.filter(({ figure }) => figure === name)]);
  return Object.fromEntries(of) as KeptFigures<F>;
}
