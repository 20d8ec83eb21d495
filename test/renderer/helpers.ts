// Records and commands as the replica gives them, with only what a test says.
import type { QueuedCommand } from "../../renderer/kernel/replica/index.ts";
import type { CashTransfer, Invoice, Transaction } from "../../shared/billing/index.ts";
import type { NetworkSyncJob } from "../../shared/network/index.ts";
import type { Customer } from "../../shared/subscribers/index.ts";

export const NOW = "2026-11-20T08:00:00.000Z";
const owned = { created_at: NOW, updated_at: NOW, version: 1 };

export function aCustomer(fields: Partial<Customer> = {}): Customer {
  return {
    id: "c1",
    customer_code: "C00001",
    name: "Rahima Begum",
    username: "rahima",
    phone: "01711",
    status: "ACTIVE",
    suspended_for: null,
    due_amount: "0.00",
    advance_amount: "0.00",
    discount: "0.00",
    expiry_date: "2026-11-25",
    promise_date: null,
    grace_period_until: null,
    promised_on: [],
    package: "p1",
    ...owned,
    ...fields,
  } as Customer;
}

export function anInvoice(fields: Partial<Invoice> = {}): Invoice {
  return {
    id: "i1",
    invoice_number: "INV-1",
    customer: "c1",
    previous_due: "0.00",
    total_payable: "800.00",
    paid_amount: "0.00",
    carried_amount: "0.00",
    credited_amount: "0.00",
    carried_to: null,
    carried_from: [],
    charges: [],
    given_up: [],
    due_amount: "800.00",
    status: "UNPAID",
    issue_date: "2026-11-01",
    due_date: "2026-11-30",
    ...owned,
    ...fields,
  } as Invoice;
}

export function aTransaction(fields: Partial<Transaction> = {}): Transaction {
  return {
    id: "t1",
    trx_id: "T1",
    receipt_number: "D1-1",
    customer: "c1",
    amount: "800.00",
    unallocated_amount: "0.00",
    method: "CASH",
    status: "COMPLETED",
    reference: null,
    received_by: "counter",
    holder: "D1",
    refunded_amount: "0.00",
    suspense_resolution: null,
    received_at: NOW,
    booked_on: null,
    returned_on: null,
    recharge: null,
    device: null,
    reseller_charge: null,
    deposit: null,
    receipt: null,
    reversed_at: null,
    reversed_by: null,
    reversal_reason: null,
    ...owned,
    ...fields,
  };
}

export function aTransfer(fields: Partial<CashTransfer> = {}): CashTransfer {
  return {
    ...{ id: "t1", transfer_number: "CT1", from: "D1", to: "OFFICE", amount: "100.00", method: "CASH" },
    ...{
      note: null,
      status: "IN_TRANSIT",
      sent_by: "counter",
      sent_at: NOW,
      confirmed_by: null,
      confirmed_at: null,
    },
    ...{
      cancelled_by: null,
      cancelled_at: null,
      cancellation_reason: null,
      user: null,
      concerns: null,
      device: null,
    },
    ...owned,
    ...fields,
  };
}

export function aJob(fields: Partial<NetworkSyncJob> = {}): NetworkSyncJob {
  return {
    id: "j1",
    kind: "ENABLE_USER",
    status: "QUEUED",
    attempts: 0,
    last_error: null,
    ...owned,
    ...fields,
  } as NetworkSyncJob;
}

export function aCommand(fields: Partial<QueuedCommand> = {}): QueuedCommand {
  return {
    id: "k1",
    kind: "recharge.create",
    payload: {},
    occurred_at: NOW,
    device_id: "d1",
    device_seq: 1,
    expected: null,
    targets: [],
    status: "PENDING",
    ...fields,
  };
}
