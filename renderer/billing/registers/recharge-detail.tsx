// A recharge's page beyond its fields: the payment that it came with.
import type { Recharge } from "../../../shared/billing/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { PaymentDetail } from "./payment-detail.tsx";

export function RechargeDetail({ record }: { record: Recharge }) {
  const transaction = useRecord("transactions", record.payment_transaction);
  return transaction ? <PaymentDetail record={transaction} /> : null;
}
