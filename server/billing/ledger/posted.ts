// What documents that charge or give up put on the system accounts: what is mirrored when they are taken back.

import type { SystemAccount } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import type { PostedPart } from "../../../shared/billing/ledger/posting.rules.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { Fragment, Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";

interface PostedRow extends Row {
  source_id: string;
  account: SystemAccount;
  credit: string;
  holder: string | null;
  source: string | null;
  tax_code: string | null;
}

/**
 * By document, in the order of posting.
 * @param which says of which documents: a condition on their id, such as tx`= ${id}`.
 */
export async function readPosted(
  { tx, tenant }: OperationContext,
  which: Fragment,
): Promise<ReadonlyMap<string, PostedPart[]>> {
  const rows = await tx<PostedRow[]>`
    select e.source_id, a.code as account, e.credit - e.debit as credit, e.holder, e.source, e.tax_code
    from ledger_entries e join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
    where e.tenant_id = ${tenant.id} and e.source_id ${which} and e.customer is null
      and e.entry_type in ('INVOICE', 'ADJUSTMENT', 'WAIVER')
    order by e.entry_no`;
  const found = new Map<string, PostedPart[]>();
  for (const { source_id, account, credit, ...dims } of rows) {
    const parts = found.get(source_id) ?? [];
    parts.push({ account, credit: parseMoney(credit, tenant.digits), dims });
    found.set(source_id, parts);
  }
  return found;
}
