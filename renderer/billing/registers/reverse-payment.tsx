// Taking money back from a list or its own page: the dialog that the customer's page has, for the money's customer.
import { useRecord } from "../../kernel/replica-hooks.ts";
import type { ActionDialogProps } from "../../kernel/resource/operation/action.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { booked } from "../customer/payment-list.ts";
import { ReverseDialog } from "../reversal/reverse-dialog.tsx";
import { useCustomerAccount } from "../use-customer-money.ts";

/** @param record A payment. */
export function ReversePayment({ record, onClose }: Pick<ActionDialogProps, "record" | "onClose">) {
  const { digits } = useFormat();
  const transaction = useRecord("transactions", record.id);
  const account = useCustomerAccount(transaction?.customer ?? null);
  if (!transaction || !account) return null;
  const { reversible } = booked(transaction, null, digits);
  return <ReverseDialog account={account} target={reversible} onClose={onClose} />;
}

/** @param record A recharge. */
export function ReverseRecharge({ record, onClose }: ActionDialogProps) {
  const recharge = useRecord("recharges", record.id);
  const transaction = useRecord("transactions", recharge?.payment_transaction);
  return transaction ? <ReversePayment record={{ ...transaction }} onClose={onClose} /> : null;
}
