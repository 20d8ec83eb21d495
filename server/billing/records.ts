// Reads the area's records as answers show them, in the round trip of the writes before them.
import { invoice, invoiceLine, paymentAllocation } from "../../shared/billing/index.ts";
import type { Resource } from "../../shared/kernel/resource.ts";
import type { Row, Tx } from "../kernel/db/db.ts";
import { readRecord, recordMapper, selectFrom } from "../kernel/resource/record.ts";

interface InTenant {
  id: string;
  digits: number;
}

/** The records whose `column` has this value, by `order` and id. */
async function readRecordsBy(
  tx: Tx,
  resource: Resource,
  tenant: InTenant,
  by: { column: string; value: string; order?: string },
): Promise<Row[]> {
  const { columns, from } = selectFrom(tx, resource);
  const rows = await tx<Row[]>`select ${columns} from ${from}
    where t.tenant_id = ${tenant.id} and ${tx(`t.${by.column}`)} = ${by.value}
    order by ${tx(`t.${by.order ?? "id"}`)}, t.id`;
  const map = recordMapper(resource, tenant.digits);
  return rows.map((row) => map({ ...row }));
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
