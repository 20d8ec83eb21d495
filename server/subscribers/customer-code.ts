// Codes that the server gives customers: C00001, C00002, …
import type { OperationContext } from "../kernel/operation/context.ts";
import { nextNumber } from "../kernel/resource/counters.ts";

/** The next free codes, in order; numbers that were given by hand before, or are `spoken` for, are passed over. */
export async function nextCodes(
  ctx: OperationContext,
  count: number,
  spoken: ReadonlySet<unknown> = new Set(),
): Promise<string[]> {
  const free: string[] = [];
  while (free.length < count) {
    const missing = count - free.length;
    const first = await nextNumber(ctx.tx, ctx.tenant.id, "customer_code", missing);
    const codes = Array.from({ length: missing }, (_, index) => `C${String(first + index).padStart(5, "0")}`);
    const rows = await ctx.tx<{ customer_code: string }[]>`
      select customer_code from customers where tenant_id = ${ctx.tenant.id} and customer_code in ${ctx.tx(codes)}`;
    const taken = new Set(rows.map(({ customer_code }) => customer_code));
    free.push(...codes.filter((code) => !taken.has(code) && !spoken.has(code)));
  }
  return free;
}
