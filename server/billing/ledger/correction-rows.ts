// The rows of documents that take something back: credit notes, refunds, void invoices, and what transactions paid out.
import {
  adjustment,
  creditNote,
  creditNoteLine,
  invoice,
  refund,
  transaction,
} from "../../../shared/billing/index.ts";
import { holderOf } from "../../../shared/billing/ledger/holder.rules.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { columnTypes } from "../../kernel/resource/column-types.ts";
import { rowMaker, type Write, type WrittenBy } from "./ledger-rows.ts";

/** The columns that are written, per table. `issued_at` is the database's: the clock as the number is drawn. */
export const UNDO_COLUMNS = {
  voided: columnTypes(invoice, ["id", "voided_at", "voided_by", "void_reason"]),
  paid_out: columnTypes(transaction, ["id", "refunded_amount"]),
  waivers: columnTypes(adjustment, ["id", "given_up"]),
  credit_note: columnTypes(creditNote, [
    "id",
    "tenant_id",
    "credit_note_number",
    "invoice",
    "customer",
    "amount",
    "tax_amount",
    "due_reduced",
    "made_advance",
    "written_off",
    "due_after",
    "advance_after",
    "reason",
    "issue_date",
    "issued_by",
    "clerk",
  ]),
  credit_note_line: columnTypes(creditNoteLine, [
    "id",
    "tenant_id",
    "credit_note",
    "position",
    "invoice_line",
    "description",
    "quantity",
    "amount",
    "tax_amount",
  ]),
  refund: columnTypes(refund, [
    "id",
    "tenant_id",
    "refund_number",
    "customer",
    "amount",
    "method",
    "reason",
    "holder",
    "refunded_by",
    "occurred_at",
    "parts",
    "device",
  ]),
} as const;

interface CorrectionRows {
  voided: Row[];
  paid_out: Row[];
  waivers: Row[];
  credit_notes: Row[];
  credit_note_lines: Row[];
  refunds: Row[];
  reversed_refunds: Row[];
  reversed_notes: Row[];
}

/** @throws Error for a credit note or a refund without its number: a defect. */
function numberOf({ number }: Write): string {
  if (number === undefined) throw new Error("A document is written without its number");
  return number;
}

export function correctionRows(tenant: Tenant, by: WrittenBy, writes: readonly Write[]): CorrectionRows {
  const row = rowMaker(tenant);
  const { username, clerk, device, occurred_at } = by;
  const rows: CorrectionRows = {
    voided: [],
    paid_out: [],
    waivers: [],
    credit_notes: [],
    credit_note_lines: [],
    refunds: [],
    reversed_refunds: [],
    reversed_notes: [],
  };
  for (const write of writes) {
    const { voided, paid_out, credit_note, refund, reversed } = write.plan;
    const why = write.reason ?? null;
    if (voided) {
      rows.voided.push({ id: voided, voided_at: occurred_at, voided_by: username, void_reason: why });
    }
    for (const { payment_transaction: id, refunded_amount } of paid_out) {
      rows.paid_out.push(row({ id, refunded_amount }));
    }
    for (const { adjustment: id, given_up } of write.plan.waivers) rows.waivers.push(row({ id, given_up }));
    if (credit_note) {
      const known = { credit_note_number: numberOf(write), issued_by: username, clerk };
      rows.credit_notes.push(row({ ...credit_note, ...known }));
      for (const [position, line] of credit_note.lines.entries()) {
        rows.credit_note_lines.push(row({ ...line, credit_note: credit_note.id, position }));
      }
    }
    if (refund) {
      const holder = holderOf(refund.method, by);
      const known = { refund_number: numberOf(write), holder, refunded_by: username, occurred_at, device };
      rows.refunds.push(row({ ...refund, ...known }));
    }
    const how = { reversed_by: username, reversed_at: occurred_at, reversal_reason: why, is_reversed: true };
    if (reversed?.refund !== undefined) rows.reversed_refunds.push({ ...how, id: reversed.refund });
    if (reversed?.credit_note !== undefined) rows.reversed_notes.push({ ...how, id: reversed.credit_note });
  }
  return rows;
}
