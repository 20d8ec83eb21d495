// The billing area's public names.

export * from "./invoice/invoice.ts";
export * from "./ledger/adjustment.ts";
export * from "./ledger/ageing.ts";
export * from "./ledger/answers.ts";
export * from "./ledger/billing-account.ts";
export * from "./ledger/ledger-entry.ts";
export * from "./offer.ts";
export * from "./payment/payment.ts";
export * from "./payment/payment-event.ts";
export * from "./payment/recharge.ts";
