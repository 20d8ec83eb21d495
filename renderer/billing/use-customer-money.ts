// A customer's money as it will be once open commands are through: what the pure plans are run on.
import { useMemo } from "react";
import type { Invoice } from "../../shared/billing/index.ts";
import { invoice } from "../../shared/billing/index.ts";
import { oldestFirst } from "../../shared/billing/ledger/money-records.ts";
import type { PaymentSnapshot } from "../../shared/billing/payment/settlement.rules.ts";
import type { Customer } from "../../shared/subscribers/index.ts";
import { customer } from "../../shared/subscribers/index.ts";
import { isExpected } from "../kernel/expected/effects.ts";
import { useExpectedRecord, useExpectedRows } from "../kernel/expected/use-expected.ts";
import { usePending } from "../kernel/replica-hooks.ts";
import { useFormat } from "../kernel/use-format.ts";
import { paymentSnapshot } from "./expected.ts";

export interface CustomerAccount {
  /** With the values expected of open commands. */
  readonly customer: Customer;
  /** The newest first, with expected values. */
  readonly invoices: readonly Invoice[];
  readonly snapshot: PaymentSnapshot;
  /** Whether a command about the customer is still on its way. */
  readonly pending: boolean;
  /** A new customer that the server refused: nobody may pay for them before that is put right. */
  readonly refused: boolean;
}

/** Undefined while reading, null when there is no such customer here. */
export function useCustomerAccount(id: string | null): CustomerAccount | null | undefined {
  const { digits } = useFormat();
  const expected = useExpectedRecord(customer, id);
  const invoices = useExpectedRows(
    invoice,
    id ? { selector: { customer: id }, sort: [{ customer: "desc" }, { issue_date: "desc" }] } : null,
  );
  const commands = usePending(customer.collection, id ?? "");
  return useMemo(() => {
    if (expected === null) return null;
    if (expected === undefined || invoices === undefined) return undefined;
    return {
      customer: expected.record,
      invoices: newestFirst(invoices),
      snapshot: paymentSnapshot(expected.record, invoices, digits),
      refused: expected.refused !== null,
      pending: commands.some(isExpected),
    };
  }, [expected, invoices, commands, digits]);
}

/** The reverse of the order in which they are settled: of one day's, the last made comes first. */
function newestFirst(invoices: readonly Invoice[]): readonly Invoice[] {
  return oldestFirst(invoices).reverse();
}
