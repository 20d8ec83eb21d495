// The area's records as answers show them: read in the round trip of the writes before them, or known before they are written.
import {
  invoice,
  invoiceLine,
  paymentAllocation,
  recharge,
  transaction,
} from "../../shared/billing/index.ts";
import type { Row, Tx } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { readRecord, readRecordsBy, recordOfNew } from "../kernel/resource/record.ts";
import type { PlanRows } from "./ledger/ledger-rows.ts";
import type { Locked } from "./ledger/snapshot.ts";

interface InTenant {
  id: string;
  digits: number;
}

/** A recharge that is about to be written, for this package. */
export function newRecharge(
  { tenant }: OperationContext,
  { of }: Locked,
  { recharges: [row = {}] }: PlanRows,
  pack: { name: string } | null,
): Row {
  const display = { customer_name: of.name, package_name: pack?.name ?? null };
  return recordOfNew(recharge, tenant.digits, row, { now: of.now, display });
}

/** A payment that is about to be written. */
export function newTransaction(
  { tenant }: OperationContext,
  { of }: Locked,
  { transactions: [row = {}] }: PlanRows,
): Row {
  return recordOfNew(transaction, tenant.digits, row, { now: of.now, display: { customer_name: of.name } });
}

/** What a payment that is about to be written is allocated to. */
export function newAllocations(
  { tenant }: OperationContext,
  { of }: Locked,
  { allocations }: PlanRows,
): Row[] {
  return allocations.map((row) =>
    recordOfNew(paymentAllocation, tenant.digits, row, { now: of.now, display: {} }),
  );
}

/** An invoice with its lines; null when there is none. */
export async function readInvoice(tx: Tx, tenant: InTenant, id: string): Promise<Row | null> {
  const [record, lines] = await Promise.all([
    readRecord(tx, invoice, tenant, id),
    readRecordsBy(tx, invoiceLine, tenant, { column: "invoice", value: id, order: "position" }),
  ]);
  return record && { ...record, lines };
}
