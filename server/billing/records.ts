// Reads the area's records as answers show them, in the round trip of the writes before them.
import { invoice, invoiceLine, paymentAllocation } from "../../shared/billing/index.ts";
import type { Row, Tx } from "../kernel/db/db.ts";
import { readRecord, readRecordsBy } from "../kernel/resource/record.ts";

interface InTenant {
  id: string;
  digits: number;
}

/** What a payment was allocated to. */
export function readAllocations(tx: Tx, tenant: InTenant, transaction: string): Promise<Row[]> {
  return readRecordsBy(tx, paymentAllocation, tenant, { column: "payment_transaction", value: transaction });
}

/** An invoice with its lines; null when there is none. */
export async function readInvoice(tx: Tx, tenant: InTenant, id: string): Promise<Row | null> {
  const [record, lines] = await Promise.all([
    readRecord(tx, invoice, tenant, id),
    readRecordsBy(tx, invoiceLine, tenant, { column: "invoice", value: id, order: "position" }),
  ]);
  return record && { ...record, lines };
}
