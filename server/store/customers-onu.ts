// Which ONU stands at a customer's: the one that was used there, found on the OLTs by its serial number.
import { because } from "../../shared/platform/index.ts";
import type { PartUse } from "../../shared/store/index.ts";
import { takeBackPart, usePart } from "../../shared/store/index.ts";
import { customer } from "../../shared/subscribers/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";
import { addReviewItem } from "../kernel/sync/review.ts";
import { chooseOnu, followOnu } from "../network/index.ts";

type Act = typeof usePart | typeof takeBackPart;

/** Gives a customer this serial number where `wish` answers one; with the ONU that has it. Answers what it was before. */
async function setSerial(
  ctx: OperationContext,
  act: Act,
  id: string,
  wish: (now: string | null) => { serial: string | null } | null,
): Promise<string | null> {
  let before: string | null = null;
  await changeRecord(ctx, { name: act.name, on: customer }, id, async (record) => {
    before = record.onu_serial;
    const wished = wish(before);
    if (wished === null || wished.serial === before || record.status === "TERMINATED") return null;
    const onu_serial = wished.serial;
    const set = { onu_serial, ...(await chooseOnu(ctx, id, { onu_serial }, record)) };
    return { set, after: (after) => followOnu(ctx, after, record.onu) };
  });
  return before;
}

/** Tells people of other customers who have this ONU in the books: it stands in one place. */
async function reviewTwins(ctx: OperationContext, id: string, serial: string): Promise<void> {
  const { tx, tenant } = ctx;
  const others = await tx<{ id: string; name: string }[]>`select id, name from customers
    where tenant_id = ${tenant.id} and onu_serial = ${serial} and id <> ${id} and status <> 'TERMINATED' limit 3`;
  if (others.length === 0) return;
  const names = others.map(({ name }) => name).join(", ");
  const payload = { id, onu_serial: serial };
  const said = because("ONU_AT_TWO", { serials: serial, who: names }, { payload });
  await addReviewItem(ctx, { kind: "CONFLICT", ...said, customer: id });
}

/** The ONU that was used at a customer's is theirs. Answers the serial number of the one before; null: there was none. */
export async function placeOnu(ctx: OperationContext, id: string, serial: string): Promise<string | null> {
  const before = await setSerial(ctx, usePart, id, () => ({ serial }));
  await reviewTwins(ctx, id, serial);
  return before === serial ? null : before;
}

/** What was used there is taken back: the customer has the ONU of before again, unless it was changed since. */
export async function takeOnu(
  ctx: OperationContext,
  id: string,
  { serial_numbers, replaced_serial }: Pick<PartUse, "serial_numbers" | "replaced_serial">,
): Promise<void> {
  if (serial_numbers.length === 0) return;
  await setSerial(ctx, takeBackPart, id, (now) =>
    now !== null && serial_numbers.includes(now) ? { serial: replaced_serial } : null,
  );
}
