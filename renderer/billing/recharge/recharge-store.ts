// Which payment dialog is open, for whom; opened by F2, Enter at the counter, and buttons.
import { create } from "zustand";
import { deedUnderWay } from "../../kernel/verbs/dialog-open.ts";
import { startTypeAhead, stopTypeAhead } from "./form/type-ahead.ts";

export type PaymentKind = "recharge" | "payment";

interface OpenPayment {
  readonly customer: string | null;
  readonly kind: PaymentKind;
  /** Goes up with each payment taken: the counter begins anew. */
  readonly served: number;
}

export const usePaymentDialog = create<OpenPayment>(() => ({ customer: null, kind: "recharge", served: 0 }));

export function openPayment(customer: string, kind: PaymentKind = "recharge"): void {
  // The receipt of what is being taken would have no place any more.
  if (deedUnderWay()) return;
  startTypeAhead();
  usePaymentDialog.setState({ customer, kind });
}

export function closePayment(): void {
  stopTypeAhead();
  usePaymentDialog.setState({ customer: null });
}

export function paymentTaken(): void {
  usePaymentDialog.setState(({ served }) => ({ served: served + 1 }));
}
