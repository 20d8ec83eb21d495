// A customer's money as it will be once open commands are through: what the pure plans are run on.
import { useMemo } from "react";
import { oldestFirst } from "../../shared/billing/ledger/ledger.rules.ts";
import type { PaymentSnapshot } from "../../shared/billing/payment/settlement.rules.ts";
import type { QueuedCommand } from "../kernel/replica/index.ts";
import { usePending, useRecord, useRows } from "../kernel/replica-hooks.ts";
import { useFormat } from "../kernel/use-format.ts";
import type { Customer, Invoice } from "../records.ts";
import { expectedCustomer } from "../subscribers/index.ts";
import { type Expected, expectedInvoices, paymentSnapshot } from "./expected.ts";

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
  const customer = useRecord("customers", id);
  const invoices = useRows(
    "invoices",
    id ? { selector: { customer: id }, sort: [{ customer: "desc" }, { issue_date: "desc" }] } : null,
  );
  const commands = usePending("customers", id ?? "");
  return useMemo(() => {
    if (customer === undefined || invoices === undefined) return undefined;
    const known = customer ?? newCustomer(commands, id);
    if (!known) return null;
    return {
      customer: expectedCustomer(known, commands),
      invoices: newestFirst(expectedInvoices(invoices, commands)),
      snapshot: paymentSnapshot(known, invoices, commands, digits),
      refused: customer === null && createOf(commands, id)?.status === "REJECTED",
      pending: commands.some(({ status }) => status !== "REJECTED" && status !== "SUSPENSE"),
    };
  }, [id, customer, invoices, commands, digits]);
}

/** The reverse of the order in which they are settled: of one day's, the last made comes first. */
function newestFirst(invoices: readonly Invoice[]): readonly Invoice[] {
  return oldestFirst(invoices).reverse();
}

/** The command that made a customer here; a corrected one comes after the refused one. */
function createOf(commands: readonly QueuedCommand[], id: string | null): QueuedCommand | undefined {
  return commands.findLast(({ kind, payload }) => kind === "customer.create" && payload.id === id);
}

/** A customer that this computer has made and the server has not heard of yet. */
function newCustomer(commands: readonly QueuedCommand[], id: string | null): Customer | null {
  const made = (createOf(commands, id)?.expected as Expected | undefined)?.customer;
  return made ? (made as Customer) : null;
}
