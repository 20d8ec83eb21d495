// Reversing money that came in: first what will change, then a reason, then the deed; or the asking, for who may not.
import { Alert } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconInfoCircle } from "@tabler/icons-react";
import { rechargeReverse, requestReversal, transactionReverse } from "../../../shared/billing/index.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { reviewItem } from "../../../shared/platform/index.ts";
import { created } from "../../kernel/expected/drafts.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { ReasonDialog } from "../../kernel/screen/reason-dialog.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { Effect } from "../corrections/effect.tsx";
import type { CustomerAccount } from "../use-customer-money.ts";
import type { Reversible } from "./reversal.ts";
import { useReversal } from "./use-reversal.ts";
import { useAskedFor, useWay } from "./use-way.ts";

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

/** Sends the request; until the server has it, the receipt says here that it was asked for. */
function useAsk({ customer }: CustomerAccount, { kind, id, number, amount }: Reversible) {
  const replica = useReplica();
  const { timezone } = useFormat();
  const author = useSession(({ identity }) => identity?.user.username ?? "");
  return (reason: string) => {
    const item = newId();
    const now = new Date().toISOString();
    const asked = {
      ...{
        id: item,
        kind: "REVERSAL_REQUESTED",
        status: "OPEN",
        author,
        detail: reason,
        amount,
        occurred_at: now,
      },
      ...{ customer: customer.id, payload: { [kind]: id, receipt_number: number, reason } },
    };
    const expected = { effects: [created(reviewItem, asked, { now, timezone })] };
    const targets = [{ collection: "customers", id: customer.id }];
    return replica.send(requestReversal, { id: item, [kind]: id, reason }, { expected, targets });
  };
}

export function ReverseDialog({ account, target, onClose, onReversed }: ReverseDialogProps) {
  const t = useWords();
  const replica = useReplica();
  const { effect, problem } = useReversal(account, target);
  const ask = useAsk(account, target);
  const way = useWay(target);
  const asked = useAskedFor(account.customer.id).get(target.id);
  const { number, amount } = target;
  const asks = way === "ask";
  const reverse = async (reason: string) => {
    if (asks) {
      await ask(reason);
      notifications.show({ color: "blue", message: t("reverse.asked", { number }) });
      return;
    }
    const about = { collection: "customers", id: account.customer.id };
    const expected = { ...effect?.expected, reversed_payment: { number, amount } };
    const reversal = target.kind === "recharge" ? rechargeReverse : transactionReverse;
    await replica.send(reversal, { id: target.id, reason }, { expected, targets: [about] });
    notifications.show({ color: "green", message: t("reverse.done", { number }) });
    onReversed?.();
  };
  const note =
    asked && asks
      ? t("reverse.asked_before", { who: asked.author })
      : way === "any"
        ? null
        : t(`reverse.note.${way}`);
  return (
    <ReasonDialog
      title={t(asks ? "reverse.ask_title" : "reverse.title", { number })}
      reasons={REASONS.map((key) => t(key))}
      required
      confirm={t(asks ? "reverse.ask" : `reverse.confirm.${target.kind}`)}
      danger={!asks}
      blocked={asks && asked !== undefined}
      outcome={() => ({ shown: null, problem })}
      onConfirm={reverse}
      onClose={onClose}
    >
      {note ? (
        <Alert color="blue" icon={<IconInfoCircle size={18} />}>
          {note}
        </Alert>
      ) : null}
      {effect ? <Effect plan={effect.description} title={t("reverse.effect")} /> : null}
      {effect || problem ? null : (
        <Alert color="gray" icon={<IconInfoCircle size={18} />}>
          {t("reverse.unknown")}
        </Alert>
      )}
    </ReasonDialog>
  );
}
