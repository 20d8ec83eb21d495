// The lines under a preview that make somebody look twice, and the question before an amount far above the usual.
import { Alert, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useWords } from "../../../kernel/i18n/index.ts";
import { useFormat } from "../../../kernel/use-format.ts";
import type { Advice } from "./payment-advice.ts";
import type { WalletPlan } from "./wallet.ts";

export function PaymentNotes({ advice, days }: { advice: readonly Advice[]; days: number }) {
  const t = useWords();
  const format = useFormat();
  const textOf = (one: Advice): string => {
    switch (one.kind) {
      case "below_price":
        return t("payment.note.below_price", { price: format.money(one.price), days: format.number(days) });
      case "without_days":
        return t("payment.note.without_days", { price: format.money(one.price) });
      case "above_price":
        return t("payment.note.above_price", {
          price: format.money(one.price),
          more: format.money(one.more),
        });
      case "far_above":
        return t("payment.note.far_above", {
          usual: format.money(one.usual),
          times: format.number(one.times),
        });
      case "just_paid":
        return t("payment.note.just_paid", {
          amount: format.money(one.earlier.amount),
          time: format.time(one.earlier.at),
          number: one.earlier.receipt_number,
        });
    }
  };
  if (advice.length === 0) return null;
  return (
    <Stack gap={6} role="status">
      {advice.map((one) => (
        <Alert
          key={one.kind}
          color="yellow"
          variant="light"
          py={8}
          icon={one.kind === "above_price" ? <IconInfoCircle size={18} /> : <IconAlertTriangle size={18} />}
        >
          <Text fz="sm">{textOf(one)}</Text>
        </Alert>
      ))}
    </Stack>
  );
}

/** What it costs the reseller, and whether their credit covers it. */
export function WalletNote({ plan }: { plan: WalletPlan | null }) {
  const t = useWords();
  const format = useFormat();
  if (plan === null) return null;
  const [charge, after, left] = [plan.charge, plan.after, plan.left].map(format.money);
  return (
    <Alert
      color={plan.is_beyond ? "red" : "gray"}
      variant="light"
      py={8}
      icon={plan.is_beyond ? <IconAlertTriangle size={18} /> : <IconInfoCircle size={18} />}
      role={plan.is_beyond ? "alert" : "status"}
    >
      <Text fz="sm">
        {t(plan.is_beyond ? "payment.wallet.beyond" : "payment.wallet.charged", {
          charge: charge ?? "",
          after: after ?? "",
          left: left ?? "",
        })}
      </Text>
    </Alert>
  );
}

/** Shown once the first Enter has come: the second one takes the money. */
export function AskAgain({ amount }: { amount: string }) {
  const t = useWords();
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} />} role="alert">
      <Text fz="sm" fw={600}>
        {t("payment.ask_again", { amount })}
      </Text>
    </Alert>
  );
}
