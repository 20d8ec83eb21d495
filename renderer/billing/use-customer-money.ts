// A customer's money as it will be once open commands are through: what the pure plans are run on.
import { useMemo } from "react";
import type { PaymentSnapshot } from "../../shared/billing/settlement.rules.ts";
import type { Customer, Invoice } from "../kernel/records.ts";
import { usePending, useRecord, useRows } from "../kernel/replica-hooks.ts";
import { useFormat } from "../kernel/use-format.ts";
import { expectedCustomer, expectedInvoices, paymentSnapshot } from "./expected.ts";

export interface CustomerAccount {
  /** With the values expected of open commands. */
  readonly customer: Customer;
  /** The newest first, with expected values. */
  readonly invoices: readonly Invoice[];
  readonly snapshot: PaymentSnapshot;
  /** Whether a command about the customer is still on its way. */
  readonly pending: boolean;
}

/** Undefined while reading, null when there is no such customer here. */
export function useCustomerAccount(id: string | null): CustomerAccount | null | undefined {
  const { digits } = useFormat();
  const customer = useRecord("customers", id);
  const invoices = useRows(
    "invoices",
    id ? { selector: { customer: id }, sort: [{ customer: "desc" }, { issue_date: "desc" }] } : null,
  );
  const commands = usePending("customers", id ?? "");
  return useMemo(() => {
    if (!customer) return customer;
    if (invoices === undefined) return undefined;
    return {
      customer: expectedCustomer(customer, commands),
      invoices: expectedInvoices(invoices, commands),
      snapshot: paymentSnapshot(customer, invoices, commands, digits),
      pending: commands.some(({ status }) => status !== "REJECTED" && status !== "SUSPENSE"),
    };
  }, [customer, invoices, commands, digits]);
}
