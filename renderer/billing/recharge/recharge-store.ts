// Which payment dialog is open, for whom; opened by F2, Enter at the counter, and buttons.
import { create } from "zustand";
import { deedUnderWay } from "../../kernel/page-actions/dialog-open.ts";
import { startTypeAhead, stopTypeAhead } from "./form/type-ahead.ts";

export type PaymentKind = "recharge" | "payment";

interface OpenPayment {
  readonly customer: string | null;
  readonly kind: PaymentKind;
  /** Goes up with each payment taken: the counter begins anew. */
  readonly served: number;
  /** A search for the next customer lies behind the dialog. */
  readonly has_search: boolean;
  /** What was typed on the receipt: the beginning of the next search. */
  readonly typed: string;
}

export const usePaymentDialog = create<OpenPayment>(() => ({
  customer: null,
  kind: "recharge",
  served: 0,
  has_search: false,
  typed: "",
}));

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

/** A letter or a digit by itself. */
export const isLetter = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">) =>
  !ctrlKey && !metaKey && !altKey && /^[\p{L}\p{N}]$/u.test(key);

let stopCollecting = (): void => {};

/** On to the next customer, whose name begins with this letter, typed on the receipt: what follows before the box is there is kept. */
export function searchNext(letter: string): void {
  closePayment();
  stopCollecting();
  usePaymentDialog.setState({ typed: letter });
  const collect = (event: KeyboardEvent) => {
    if (!isLetter(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    usePaymentDialog.setState(({ typed }) => ({ typed: typed + event.key }));
  };
  window.addEventListener("keydown", collect, { capture: true });
  stopCollecting = () => window.removeEventListener("keydown", collect, { capture: true });
}

/** The search box has the focus, and all that was typed. */
export function searchTaken(): void {
  stopCollecting();
  usePaymentDialog.setState({ typed: "" });
}

export function paymentTaken(): void {
  usePaymentDialog.setState(({ served }) => ({ served: served + 1 }));
}
