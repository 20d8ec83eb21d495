// The numbers of new records: T00001, T00002, … (field.ts, `numbered`).
import { metaOf } from "../../../shared/kernel/field.ts";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import { fieldsOf, type Resource } from "../../../shared/kernel/resource.ts";
import type { Row } from "../db/db.ts";
import { normalColumn } from "../db/normal/keys.ts";
import type { OperationContext } from "../operation/context.ts";
import { freeNumbers } from "./counters.ts";

/**
 * The next free numbers of a resource's field, in order; those that were given by hand before, or are `spoken` for (in
 * their normal form), are passed over.
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
  const column = tx(normalColumn(field));
  const declared = fields[field];
  const { numbered, writable } = declared ? metaOf(declared) : {};
  if (!numbered) throw new Error(`${name}.${field} is not numbered`);
  return freeNumbers(tx, tenant.id, `${name}.${field}`, count, {
    written: (number) => numbered.prefix + String(number).padStart(numbered.digits, "0"),
    used: async (numbers) => {
      // Nobody but the server gives the others, so none of them is taken.
      if (writable === "never") return new Set();
      const forms = numbers.map(normalText);
      const given = await tx<Row[]>`
        select ${column} as form from ${tx(table)} where tenant_id = ${tenant.id} and ${column} in ${tx(forms)}`;
      const taken = new Set([...given.map(({ form }) => form), ...spoken]);
      return new Set(numbers.filter((_number, at) => taken.has(forms[at])));
    },
  });
}

/** The numbers of a new record that its creator left out. */
export async function missingNumbers(ctx: OperationContext, resource: Resource, draft: Row): Promise<Row> {
  const numbers: Row = {};
  for (const [field, { numbered }] of fieldsOf(resource))
    if (numbered && draft[field] === undefined) [numbers[field]] = await drawNumbers(ctx, resource, field, 1);
  return numbers;
}
