// The numbers of new records: T00001, T00002, … (field.ts, `numbered`).
import { metaOf } from "../../../shared/kernel/field.ts";
import { fieldsOf, type Resource } from "../../../shared/kernel/resource.ts";
import type { Row } from "../db/db.ts";
import type { OperationContext } from "../operation/context.ts";
import { nextNumber } from "./counters.ts";

/**
 * The next free numbers of a resource's field, in order; those that were given by hand before, or are `spoken` for, are
 * passed over.
 * @throws Error for a field that is not numbered: a defect.
 */
export async function drawNumbers<R extends Resource>(
  ctx: OperationContext,
  { name, table, fields }: R,
  field: keyof R["fields"] & string,
  count: number,
  spoken: ReadonlySet<unknown> = new Set(),
): Promise<string[]> {
  const { tx, tenant } = ctx;
  const column = tx(field as string);
  const declared = fields[field];
  const { numbered, writable } = declared ? metaOf(declared) : {};
  if (!numbered) throw new Error(`${name}.${field} is not numbered`);
  const free: string[] = [];
  while (free.length < count) {
    const missing = count - free.length;
    const first = await nextNumber(tx, tenant.id, `${name}.${field}`, missing);
    const drawn = Array.from(
      { length: missing },
      (_, index) => numbered.prefix + String(first + index).padStart(numbered.digits, "0"),
    );
    // Nobody but the server gives the others, so none of them is taken.
    const given =
      writable === "never"
        ? []
        : await tx<Row[]>`
          select ${column} as number from ${tx(table)} where tenant_id = ${tenant.id} and ${column} in ${tx(drawn)}`;
    const taken = new Set(given.map(({ number }) => number));
    free.push(...drawn.filter((number) => !taken.has(number) && !spoken.has(number)));
  }
  return free;
}

/** The numbers of a new record that nobody has given it. */
export async function missingNumbers(ctx: OperationContext, resource: Resource, draft: Row): Promise<Row> {
  const numbers: Row = {};
  for (const [field, { numbered }] of fieldsOf(resource))
    if (numbered && draft[field] === undefined) [numbers[field]] = await drawNumbers(ctx, resource, field, 1);
  return numbers;
}
