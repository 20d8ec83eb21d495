// The billing area's public names.
export * from "./adjustment.ts";
export * from "./ageing.ts";
export * from "./answers.ts";
export * from "./billing-account.ts";
export * from "./invoice.ts";
export * from "./ledger-entry.ts";
export * from "./offer.ts";
export * from "./payment.ts";
export * from "./payment-event.ts";
export * from "./recharge.ts";
