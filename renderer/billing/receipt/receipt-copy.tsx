// The receipt of an earlier payment once more: what was printed then, marked as a copy, and as reversed where it was.

import { useMemo } from "react";
import type { Receipt } from "../../../shared/billing/documents/receipt.rules.ts";
import type { KeptReceipt } from "../../../shared/billing/index.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import type { ListedPayment } from "../customer/payment-list.ts";
import { receiptHead } from "../recharge/payment-plan.ts";
import { ReceiptView } from "./receipt-view.tsx";

interface ReceiptCopyProps {
  customer: Customer;
  payment: ListedPayment & { readonly receipt: KeptReceipt };
  onClose: () => void;
}

/** Due, advance, expiry, clerk and till are those of the moment of payment: a copy says what the paper said. */
function useCopy({ customer, payment }: Omit<ReceiptCopyProps, "onClose">): Receipt {
  const format = useFormat();
  const settings = useSession((session) => session.identity?.settings);
  const servicePackage = useRecord("packages", payment.package);
  return useMemo(() => {
    const { receipt } = payment;
    const { currency, digits, timezone } = format;
    const till = { device_code: receipt.till, clerk: receipt.clerk, currency, digits, timezone };
    return {
      ...receiptHead({ settings: settings ?? {}, ...till }),
      receipt_number: payment.number,
      occurred_at: payment.at,
      customer_name: customer.name,
      customer_code: customer.customer_code,
      username: customer.username,
      package_name: servicePackage?.name ?? null,
      previous_expiry_date: receipt.expiry_before,
      new_expiry_date: receipt.expiry_after,
      amount: format.minor(receipt.amount),
      method: payment.method,
      due_amount: format.minor(receipt.due_after),
      advance_amount: format.minor(receipt.advance_after),
      is_copy: true,
      reversed: payment.reversed,
    };
  }, [format, settings, servicePackage, customer, payment]);
}

export function ReceiptCopy({ customer, payment, onClose }: ReceiptCopyProps) {
  const t = useWords();
  const receipt = useCopy({ customer, payment });
  return (
    <Dialog opened onClose={onClose} size="auto" title={t("receipt.title", { number: payment.number })}>
      <ReceiptView receipt={receipt} phone={customer.phone} />
    </Dialog>
  );
}
