// Reversing money that came in: first what will change, then a reason, then the deed.
import { Alert } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconInfoCircle } from "@tabler/icons-react";
import { useMemo } from "react";
import { rechargeReverse, transactionReverse } from "../../../shared/billing/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRecord, useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { ReasonDialog } from "../../kernel/screen/reason-dialog.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { Effect } from "./effect.tsx";
import type { CustomerAccount } from "../use-customer-money.ts";
import { type ReversalOutcome, type Reversible, reversalOutcome } from "./reversal.ts";

const REASONS = [
  "reverse.reason.wrong_customer",
  "reverse.reason.wrong_amount",
  "reverse.reason.taken_twice",
  "reverse.reason.wrong_method",
  "reverse.reason.not_received",
] as const;

interface ReverseDialogProps {
  account: CustomerAccount;
  target: Reversible;
  onClose: () => void;
  onReversed?: () => void;
}

const UNKNOWN: ReversalOutcome = { effect: null, problem: null };

function useReversal({ customer, invoices }: CustomerAccount, target: Reversible): ReversalOutcome {
  const { digits, today } = useFormat();
  const transactions = useRows("transactions", { selector: { customer: customer.id } });
  const transaction = transactions?.find(
    ({ id, recharge }) => id === target.id || (target.kind === "recharge" && recharge === target.id),
  );
  const recharge = useRecord("recharges", target.kind === "recharge" ? target.id : null);
  const allocations = useRows(
    "payment_allocations",
    transaction ? { selector: { payment_transaction: transaction.id } } : null,
  );
  return useMemo(() => {
    if (!transaction || !allocations || (target.kind === "recharge" && !recharge)) return UNKNOWN;
    const moment = { today: today(), now: new Date().toISOString() };
    const records = { customer, recharge: recharge ?? null, transaction, allocations, invoices };
    return reversalOutcome(records, digits, moment);
  }, [customer, invoices, target, recharge, transaction, allocations, digits, today]);
}

export function ReverseDialog({ account, target, onClose, onReversed }: ReverseDialogProps) {
  const t = useWords();
  const replica = useReplica();
  const { effect, problem } = useReversal(account, target);
  const { number, amount } = target;
  const reverse = async (reason: string) => {
    const about = { collection: "customers", id: account.customer.id };
    const expected = { ...effect?.expected, reversed_payment: { number, amount } };
    const reversal = target.kind === "recharge" ? rechargeReverse : transactionReverse;
    await replica.send(reversal, { id: target.id, reason }, { expected, targets: [about] });
    notifications.show({ color: "green", message: t("reverse.done", { number }) });
    onReversed?.();
  };
  return (
    <ReasonDialog
      title={t("reverse.title", { number })}
      reasons={REASONS.map((key) => t(key))}
      required
      confirm={t(`reverse.confirm.${target.kind}`)}
      danger
      outcome={() => ({ shown: null, problem })}
      onConfirm={reverse}
      onClose={onClose}
    >
      {effect ? <Effect plan={effect.description} title={t("reverse.effect")} /> : null}
      {effect || problem ? null : (
        <Alert color="gray" icon={<IconInfoCircle size={18} />}>
          {t("reverse.unknown")}
        </Alert>
      )}
    </ReasonDialog>
  );
}
