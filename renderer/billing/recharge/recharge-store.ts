// Which payment dialog is open, for whom; opened by F2, Enter at the counter, and buttons.
import { create } from "zustand";

export type PaymentKind = "recharge" | "payment";

interface OpenPayment {
  readonly customer: string | null;
  readonly kind: PaymentKind;
}

export const usePaymentDialog = create<OpenPayment>(() => ({ customer: null, kind: "recharge" }));

export function openPayment(customer: string, kind: PaymentKind = "recharge"): void {
  usePaymentDialog.setState({ customer, kind });
}

export function closePayment(): void {
  usePaymentDialog.setState({ customer: null });
}
