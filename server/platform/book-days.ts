// The days up to which the books are closed or frozen, moved with the right to it.
import type { Day } from "../../shared/kernel/day.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { updateSettings } from "../../shared/platform/settings.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";

/** What is the same already is not written. */
export async function moveBookDays(
  ctx: OperationContext,
  days: { lock_date?: Day | null; freeze_date?: Day | null },
): Promise<void> {
  const [row] = await ctx.tx<{ id: string }[]>`
    select id from company_settings where tenant_id = ${ctx.tenant.id}`;
  if (!row) throw new Failure("NOT_FOUND");
  await changeRecord(ctx, updateSettings, row.id, (before) => {
    const { lock_date = before.lock_date, freeze_date = before.freeze_date } = days;
    if (lock_date === before.lock_date && freeze_date === before.freeze_date) return null;
    return { set: { lock_date, freeze_date } };
  });
}
