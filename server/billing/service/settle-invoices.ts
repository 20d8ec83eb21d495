// What bills charged for days that are charged otherwise now: given back by credit notes, and taken off what waits; and charged again
// where that is taken back (contract C3, C4).
import { type PendingCharge, pendingCharge } from "../../../shared/billing/index.ts";
import type { SoldPackage } from "../../../shared/billing/service/change.rules.ts";
import type { Days } from "../../../shared/billing/service/period.rules.ts";
import type { ChargedDaysOf, Credited } from "../../../shared/billing/service/postpaid.rules.ts";
import { addDays } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { updateRecord } from "../../kernel/resource/write-record.ts";
import { addPendingCharge, cancelPendingCharge } from "../addon/pending-charge.ts";
import { createNote } from "../credit-note/credit-note.ts";
import { reverseNote } from "../credit-note/reverse-note.ts";
import { daysCharged } from "./invoice-change.ts";
import { type StoredPart, storedPart } from "./parts.ts";

/** What was given back, so that it can be charged again. */
export interface GivenBack extends Days {
  kind: "invoice_line" | "pending_charge";
  id: string;
  /** Of a line the note; null: it waits for a bill. */
  credit_note: string | null;
  /** Of what waits: as it was. */
  had: Pick<PendingCharge, "amount" | "period_to"> | null;
}

const TABLES = { invoice_line: "invoice_lines", pending_charge: "pending_charges" } as const;

async function setPart(
  ctx: OperationContext,
  { kind, id }: Pick<GivenBack, "kind" | "id">,
  part: StoredPart,
): Promise<void> {
  const { tx, tenant } = ctx;
  await tx`update ${tx(TABLES[kind])} set period = ${tx.json({ ...part })} where tenant_id = ${tenant.id} and id = ${id}`;
  ctx.markChanged(TABLES[kind]);
}

/** The charge that waits without some of its days. */
async function shorten(ctx: OperationContext, { charge, kept, days }: Credited): Promise<GivenBack["had"]> {
  const { id, part } = charge;
  const { amount, period_to } = await requireRecord(ctx, pendingCharge, id);
  const ends = days.to >= part.to && days.from > part.from;
  await updateRecord(ctx, pendingCharge, id, {
    ...(kept === 0n ? { state: "CANCELLED" as const } : { amount: ctx.money(kept) }),
    ...(kept !== 0n && ends ? { period_to: addDays(days.from, -1) } : {}),
  });
  return { amount, period_to };
}

/** Gives it back: one credit note a bill. The caller holds the customer's lock, and reads their money anew. */
export async function giveBack(
  ctx: OperationContext,
  credited: readonly Credited[],
  reason: string,
): Promise<GivenBack[]> {
  const notes = new Map<string, string>();
  for (const invoice of new Set(credited.flatMap(({ charge }) => charge.invoice ?? []))) {
    const lines = credited
      .filter(({ charge }) => charge.invoice === invoice)
      .map(({ charge, amount }) => ({ invoice_line: charge.id, amount: ctx.money(amount) }));
    const note = await createNote(ctx, { invoice, lines, reason });
    notes.set(invoice, String(note.id));
  }
  const given_back: GivenBack[] = [];
  for (const one of credited) {
    const { kind, id, invoice, part } = one.charge;
    const had = kind === "pending_charge" ? await shorten(ctx, one) : null;
    await setPart(ctx, { kind, id }, storedPart(ctx, { ...part, back: [...part.back, one.days] }));
    given_back.push({ kind, id, ...one.days, credit_note: notes.get(invoice ?? "") ?? null, had });
  }
  return given_back;
}

async function readPart(ctx: OperationContext, { kind, id }: GivenBack): Promise<StoredPart | null> {
  const { tx, tenant } = ctx;
  const [row] = await tx<{ period: StoredPart | null; state: string }[]>`
    select period from ${tx(TABLES[kind])} where tenant_id = ${tenant.id} and id = ${id}`;
  return row?.period ?? null;
}

/** @throws Failure ALREADY_BILLED where a bill has it as it was shortened. */
async function restore(ctx: OperationContext, id: string, had: GivenBack["had"]): Promise<void> {
  const { state, invoice } = await requireRecord(ctx, pendingCharge, id);
  if (state === "BILLED") throw new Failure("ALREADY_BILLED", undefined, { extra: { invoice } });
  if (had) await updateRecord(ctx, pendingCharge, id, { ...had, state: "PENDING" });
}

/** Charges again what was given back. The caller holds the customer's lock. @throws Failure ALREADY_BILLED. */
export async function chargeAgain(
  ctx: OperationContext,
  given_back: readonly GivenBack[],
  reason: string,
): Promise<void> {
  const notes = new Set(given_back.flatMap(({ credit_note }) => credit_note ?? []));
  for (const note of notes) await reverseNote(ctx, note, reason);
  for (const one of given_back) {
    if (one.kind === "pending_charge") await restore(ctx, one.id, one.had);
    const part = await readPart(ctx, one);
    if (!part) continue;
    const at = part.back.findIndex(({ from, to }) => from === one.from && to === one.to);
    await setPart(ctx, one, { ...part, back: part.back.filter((_, index) => index !== at) });
  }
}

/** Days of billed months at a new price, on the next recurring bill. */
export async function chargeNext(
  ctx: OperationContext,
  { customer, service_change, of }: { customer: string; service_change: string | null; of: SoldPackage },
  charged: readonly ChargedDaysOf[],
): Promise<void> {
  for (const { part, net } of charged) {
    const { id } = await addPendingCharge(ctx, {
      ...{ customer, service_change, amount: net, tax_code: of.tax_code, source: "PACKAGE" },
      ...{ description: daysCharged(of, part), period: { from: part.from, to: part.to } },
    });
    await setPart(ctx, { kind: "pending_charge", id }, storedPart(ctx, part));
  }
}

/** Calls off what a change charges on the next bill. @throws Failure ALREADY_BILLED. */
export async function cancelCharges(ctx: OperationContext, service_change: string): Promise<void> {
  const { tx, tenant } = ctx;
  const rows = await tx<{ id: string }[]>`
    select id from pending_charges where tenant_id = ${tenant.id} and service_change = ${service_change} order by id`;
  for (const { id } of rows) await cancelPendingCharge(ctx, id);
}
