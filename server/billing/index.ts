// The billing area's door.
import {
  adjustment,
  billingAccount,
  invoice,
  invoiceLine,
  ledgerEntry,
  paymentAllocation,
  paymentEvent,
  recharge,
  transaction,
} from "../../shared/billing/index.ts";
import { invalid } from "../../shared/kernel/failure.ts";
import type { AreaModule } from "../kernel/area.ts";
import type { Tx } from "../kernel/db.ts";
import type { ListOptions } from "../kernel/list.ts";
import { adjustmentOperations } from "./adjustment.ts";
import { invoiceOperations } from "./invoice.ts";
import { paymentOperations } from "./payment.ts";
import { rechargeOperations } from "./recharge.ts";
import { readInvoice } from "./records.ts";
import { reversalOperations, reversalRoute } from "./reversal.ts";
import { summaryOperations, summaryRoute } from "./summary.ts";
import { suspenseOperations, takeToSuspense } from "./suspense.ts";

const ofCustomers = (tx: Tx) => tx`t.customer is not null`;

/** Customers' rows unless scope=all. */
const scoped: ListOptions = {
  filters: {
    scope(tx, value) {
      if (value === "all") return null;
      if (value === "customers") return ofCustomers(tx);
      throw invalid("scope", "One of customers, all");
    },
  },
  defaults: { scope: "customers" },
};

export const billing: AreaModule = {
  name: "billing",
  resources: [
    {
      resource: invoice,
      expand: async (tx, record, tenant) => (await readInvoice(tx, tenant, String(record.id))) ?? record,
    },
    { resource: invoiceLine },
    { resource: recharge },
    { resource: transaction },
    { resource: paymentAllocation },
    { resource: billingAccount, list: scoped, replica_rows: ofCustomers },
    { resource: ledgerEntry, list: scoped, replica_rows: ofCustomers },
    { resource: adjustment },
    { resource: paymentEvent },
  ],
  operations: [
    ...invoiceOperations,
    ...rechargeOperations,
    ...reversalOperations,
    ...paymentOperations,
    ...adjustmentOperations,
    ...suspenseOperations,
    ...summaryOperations,
  ],
  routes: [reversalRoute, summaryRoute],
  suspense: takeToSuspense,
};
