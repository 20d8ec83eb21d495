// The number of the document that an entry comes from, as it stands on the paper.
import type { LedgerEntry } from "../../../shared/billing/index.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";

/** Where a document's number stands; of a kind that is not here it has none. */
const NUMBERED: Partial<Record<LedgerEntry["source_type"], readonly [table: string, column: string]>> = {
  invoice: ["invoices", "invoice_number"],
  payment_transaction: ["payment_transactions", "receipt_number"],
  credit_note: ["credit_notes", "credit_note_number"],
  refund: ["refunds", "refund_number"],
  deposit: ["deposits", "deposit_number"],
  cash_transfer: ["cash_transfers", "transfer_number"],
};

/** Of ledger entries as `e`; null where the document has no number. The tenant is named by value: so a cluster finds its node. */
export function documentNumber(tx: Tx, tenantId: string): Fragment {
  const cases = Object.entries(NUMBERED).map(
    ([type, [table, column]]) => tx`when ${type} then (select d.${tx(column)} from ${tx(table)} d
      where d.tenant_id = ${tenantId} and d.id = e.source_id)`,
  );
  return tx`case e.source_type ${cases} end`;
}
