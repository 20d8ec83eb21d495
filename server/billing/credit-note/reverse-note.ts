// POST /credit-notes/{id}/reverse/: what a credit note gave back is charged again (contract C3, §4.11).
import {
  planNoteReversal,
  type StandingNote,
} from "../../../shared/billing/credit-note/note-reversal.rules.ts";
import { creditNote, reverseCreditNote } from "../../../shared/billing/index.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { invoiceColumns, lockOwner, planContext, readCredits, toInvoiceMoney } from "../ledger/snapshot.ts";
import { dated, moneyState, writeSettlement } from "../ledger/write-settlement.ts";
import { readCharged } from "./charged-invoice.ts";

interface NoteRow extends Row {
  is_reversed: boolean;
  made_advance: string;
  written_off: string;
}

/** Charges a note's money again, under the lock of its customer; one that is reversed stays as it is. */
export async function reverseNote(ctx: OperationContext, id: string, reason: string): Promise<void> {
  const { tx, tenant } = ctx;
  const money = (value: string) => parseMoney(value, tenant.digits);
  const [found] = await tx<{ customer: string; invoice: string }[]>`
    select customer, invoice from credit_notes where tenant_id = ${tenant.id} and id = ${id}`;
  if (!found) throw new Failure("NOT_FOUND");
  const { customer, invoice } = found;
  const [accounts, locked, credits, charged, [row], [note], lines] = await Promise.all([
    systemAccounts(ctx.services.db, tenant),
    lockOwner(ctx, customer),
    readCredits(ctx, customer),
    readCharged(ctx, invoice),
    tx<(Row & { voided_at: string | null })[]>`
      select ${invoiceColumns(tx)}, t.voided_at from invoices t where t.tenant_id = ${tenant.id} and t.id = ${invoice}`,
    tx<NoteRow[]>`
      select is_reversed, made_advance, written_off from credit_notes where tenant_id = ${tenant.id} and id = ${id}`,
    tx<{ invoice_line: string | null; amount: string }[]>`
      select invoice_line, amount from credit_note_lines
      where tenant_id = ${tenant.id} and credit_note = ${id} order by position`,
  ]);
  if (!row || !note) throw new Failure("NOT_FOUND");
  const standing: StandingNote = {
    ...{ id, is_reversed: note.is_reversed },
    ...{ made_advance: money(note.made_advance), written_off: money(note.written_off) },
    lines: lines.map(({ invoice_line, amount }) => ({ invoice_line, amount: money(amount) })),
  };
  const plans = planNoteReversal(
    {
      ...{ ...charged, customer: locked.customer, credits, note: standing },
      ...{ invoice: toInvoiceMoney(row, tenant.digits), is_void: row.voided_at !== null },
    },
    planContext(tenant, ctx.call.received_at),
  );
  if (plans === null) return;
  const { reversal, advance } = plans;
  const writes = await dated(ctx, [{ plan: reversal, reason }, ...(advance ? [{ plan: advance }] : [])]);
  await writeSettlement(ctx, accounts, locked, writes);
  ctx.audit(reverseCreditNote, {
    id,
    before: { ...moneyState(ctx, locked.customer), is_reversed: false },
    after: { ...moneyState(ctx, (advance ?? reversal).customer), is_reversed: true },
    note: reason,
  });
}

export const reverseNoteOperations = [
  implement(reverseCreditNote, async (ctx, { reason }, id) => {
    await reverseNote(ctx, id, reason);
    return requireRecord(ctx, creditNote, id);
  }),
];
