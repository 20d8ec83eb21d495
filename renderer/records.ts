// The records that screens read from the replica, by collection: as they are declared, and two that no declaration names.

import type {
  BillingAccount,
  Invoice,
  InvoiceLine,
  KeptReceipt,
  LedgerEntry,
  PaymentAllocation,
  Recharge,
  Transaction,
} from "../shared/billing/index.ts";
import type { REVIEW_KINDS } from "../shared/kernel/sync/review-kinds.ts";
import type { NetworkSyncJob, Router, UserSession } from "../shared/network/index.ts";
import type { Customer, ServicePackage } from "../shared/subscribers/index.ts";

export type {
  Customer,
  Invoice,
  InvoiceLine,
  KeptReceipt,
  LedgerEntry,
  NetworkSyncJob,
  PaymentAllocation,
  Recharge,
  Router,
  ServicePackage,
  Transaction,
  UserSession,
};

interface Owned {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

/** Something that a person has to decide (contract §5.3, §5.4, §5.6). */
export interface ReviewItem extends Owned {
  readonly kind: (typeof REVIEW_KINDS)[number];
  readonly status: "OPEN" | "RESOLVED";
  readonly author: string;
  readonly detail: string;
  readonly payload: Readonly<Record<string, unknown>> | null;
  readonly amount: string | null;
  readonly customer: string | null;
  readonly payment_transaction: string | null;
  readonly occurred_at: string | null;
  readonly resolved_by: string | null;
  readonly resolution: string | null;
}

/** Long work of the server and how far it is. */
export interface BackgroundTask extends Owned {
  readonly kind: string;
  readonly status: "QUEUED" | "RUNNING" | "SUCCEEDED" | "FAILED";
  readonly input?: Readonly<Record<string, unknown>> | null;
  readonly progress: { readonly done: number; readonly total: number | null } | null;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error?: { readonly detail?: string; readonly code?: string } | null;
  readonly requested_by?: string;
}

/** Every collection that a replica can hold, in the order of daily work; a test compares it with what is replicated. */
export const COLLECTIONS = [
  "customers",
  "packages",
  "billing_accounts",
  "invoices",
  "invoice_lines",
  "recharges",
  "transactions",
  "adjustments",
  "payment_allocations",
  "ledger_entries",
  "offers",
  "routers",
  "network_sync_jobs",
  "user_sessions",
  "review_items",
  "background_tasks",
  "staff",
  "roles",
  "settings",
] as const;

/** The replica's collections and what each holds. */
export interface Collections {
  customers: Customer;
  packages: ServicePackage;
  invoices: Invoice;
  invoice_lines: InvoiceLine;
  recharges: Recharge;
  transactions: Transaction;
  payment_allocations: PaymentAllocation;
  ledger_entries: LedgerEntry;
  billing_accounts: BillingAccount;
  network_sync_jobs: NetworkSyncJob;
  routers: Router;
  user_sessions: UserSession;
  review_items: ReviewItem;
  background_tasks: BackgroundTask;
}
