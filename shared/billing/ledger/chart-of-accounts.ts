// The chart of accounts: every account that a tenant has beside its customers', declared once (docs/bookkeeping.md).

/** What a balance sheet (the first three) and a profit-and-loss statement (the others) put together. */
export type AccountKind = "ASSET" | "LIABILITY" | "EQUITY" | "INCOME" | "EXPENSE";

/** Accounts that nobody's name is in. Of INCOME and EXPENSE those that lower their like (DISCOUNTS) are EXPENSE. */
export const CHART_OF_ACCOUNTS = {
  /** Notes and coins, by holder. */
  "CASH:CASH": "ASSET",
  /** At the bank, and on its way there from payment services: by method. */
  "CASH:BANK": "ASSET",
  "CASH:CARD": "ASSET",
  "CASH:MOBILE": "ASSET",
  "CASH:ONLINE": "ASSET",
  /** Sent from one holder to another and not confirmed yet. */
  IN_TRANSIT: "ASSET",
  /** Paid to employees before their salary. */
  SALARY_ADVANCES: "ASSET",
  /** Owed to the state. */
  TAX: "LIABILITY",
  /** Received, of nobody knows whom yet. */
  SUSPENSE: "LIABILITY",
  /** What resellers have paid in and not used. */
  RESELLER: "LIABILITY",
  /** Kept for customers, and no advance. */
  DEPOSITS: "LIABILITY",
  SALARIES_PAYABLE: "LIABILITY",
  /** Debts that customers came with. */
  OPENING: "EQUITY",
  REVENUE: "INCOME",
  OTHER_INCOME: "INCOME",
  /** Given by hand on invoices. */
  DISCOUNTS: "EXPENSE",
  /** Given up for goodwill, a fault, an error. */
  WAIVER: "EXPENSE",
  BAD_DEBT: "EXPENSE",
  /** Resellers' margin. */
  COMMISSION: "EXPENSE",
  SALARIES: "EXPENSE",
  /** Cash counted at a shift's end less what there should have been: over is a credit. */
  CASH_OVER_SHORT: "EXPENSE",
} as const satisfies Readonly<Record<string, AccountKind>>;

export type SystemAccount = keyof typeof CHART_OF_ACCOUNTS;

export const SYSTEM_ACCOUNTS = Object.keys(CHART_OF_ACCOUNTS) as SystemAccount[];

/** The two sides of customers' accounts: what they owe, and what they have paid before it was due. */
export const CUSTOMER_ACCOUNTS = {
  "CUSTOMERS:RECEIVABLE": "ASSET",
  "CUSTOMERS:ADVANCE": "LIABILITY",
} as const satisfies Readonly<Record<string, AccountKind>>;

/** Cash that does not lie in anybody's drawer. */
export const BANK = "BANK";
/** The company's safe. */
export const OFFICE = "OFFICE";
