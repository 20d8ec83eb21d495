// The form of a payment: amount, days and method filled in, the effect beside it, Enter takes the money.
import {
  Badge,
  Box,
  Button,
  Chip,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { type FormEvent, useMemo, useState } from "react";
import { MAX_VALIDITY_DAYS } from "../../../shared/billing/settlement.rules.ts";
import { formatMoney, type Minor } from "../../../shared/kernel/money.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { plainDigits, typedMoney } from "../../kernel/money-format.ts";
import { useById } from "../../kernel/replica-hooks.ts";
import { focusNow } from "../../kernel/screen/focus-now.ts";
import { Money, Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { useCall } from "../../kernel/use-line.ts";
import type { ServicePackage } from "../../records.ts";
import type { CustomerAccount } from "../use-customer-money.ts";
import { type PaymentDraft, paymentPreview, suggestedAmount } from "./payment-plan.ts";
import { PlanPreview } from "./plan-preview.tsx";
import type { PaymentKind } from "./recharge-store.ts";
import { type Taken, useTakePayment } from "./take-payment.ts";

const METHODS = ["CASH", "MOBILE", "BANK", "CARD"] as const;
type Method = (typeof METHODS)[number];

interface PaymentFormProps {
  account: CustomerAccount;
  kind: PaymentKind;
  onTaken: (taken: Taken) => void;
}

/** One click or key for each amount that is likely meant. */
function Suggestions(props: {
  amounts: readonly [string, Minor][];
  amount: Minor | null;
  pick: (amount: Minor) => void;
}) {
  return (
    <Group gap={6}>
      {props.amounts.map(([label, amount]) => (
        <Chip
          key={label}
          size="xs"
          radius="sm"
          checked={props.amount === amount}
          onChange={() => props.pick(amount)}
        >
          {label} <Money value={amount} />
        </Chip>
      ))}
    </Group>
  );
}

export function PaymentForm({ account, kind, onTaken }: PaymentFormProps) {
  const t = useWords();
  const format = useFormat();
  const { digits } = format;
  const { customer, snapshot } = account;
  const packages = useById("packages");
  const [packageId, setPackageId] = useState(customer.package);
  const chosen: ServicePackage | null = packages.get(packageId ?? "") ?? null;
  const suggested = suggestedAmount(kind, customer, chosen, digits);
  // What was typed wins over what is suggested, also when the package arrives late or is changed.
  const [typedAmount, setTypedAmount] = useState<string | null>(null);
  const [typedDays, setTypedDays] = useState<string | null>(null);
  const [method, setMethod] = useState<Method>("CASH");
  const [moment] = useState(() => ({ today: format.today(), now: new Date().toISOString() }));

  const amountText = typedAmount ?? (suggested > 0n ? formatMoney(suggested, digits) : "");
  const daysText = typedDays ?? String(chosen?.validity_days ?? 0);
  const amount = typedMoney(amountText, format);
  const days = /^\d{1,5}$/.test(plainDigits(daysText)) ? Number(plainDigits(daysText)) : null;
  const amountWrong = amount === null || amount <= 0n;
  const daysWrong = kind === "recharge" && (days === null || days > MAX_VALIDITY_DAYS);
  const draft = useMemo<PaymentDraft>(
    () => ({ kind, amount: amount ?? (0n as Minor), validity_days: days ?? 0, method, package: packageId }),
    [kind, amount, days, method, packageId],
  );
  const preview = useMemo(() => paymentPreview(snapshot, draft, moment), [snapshot, draft, moment]);
  const taking = useCall(useTakePayment());

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (amountWrong || daysWrong || taking.busy) return;
    const taken = await taking.run(account, draft, chosen);
    if (taken) onTaken(taken);
  };
  const due = snapshot.customer.due_amount;
  const amounts: [string, Minor][] = [];
  if (chosen && kind === "recharge") {
    amounts.push([chosen.name, suggestedAmount("recharge", customer, chosen, digits)]);
  }
  if (due > 0n) amounts.push([t("customer.due"), due]);

  return (
    <form onSubmit={(event) => void submit(event)} aria-label={t(`payment.title.${kind}`)}>
      <Group align="flex-start" gap="xl" wrap="nowrap">
        <Stack gap="md" w={300} style={{ flex: "none" }}>
          <Box>
            <TextInput
              label={t("payment.amount", { currency: format.currency })}
              value={amountText}
              onChange={(event) => setTypedAmount(event.currentTarget.value)}
              onFocus={(event) => event.currentTarget.select()}
              error={amountWrong && amountText !== "" ? t("payment.amount_wrong", { digits }) : undefined}
              inputMode="decimal"
              autoComplete="off"
              size="lg"
              ref={focusNow}
              data-autofocus
              required
              withAsterisk={false}
              styles={{ input: { textAlign: "right", fontWeight: 600, fontVariantNumeric: "tabular-nums" } }}
            />
            <Box mt={8}>
              <Suggestions
                amounts={amounts}
                amount={amount}
                pick={(picked) => setTypedAmount(formatMoney(picked, digits))}
              />
            </Box>
          </Box>
          {kind === "recharge" ? (
            <Group grow align="flex-start" gap="sm">
              <NativeSelect
                label={t("customer.package")}
                value={packageId ?? ""}
                onChange={(event) => setPackageId(event.currentTarget.value || null)}
                data={[
                  ...(packageId === null ? [{ value: "", label: "—" }] : []),
                  ...[...packages.values()]
                    .filter(({ id, is_active }) => is_active || id === packageId)
                    .map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
              <TextInput
                label={t("payment.days")}
                value={daysText}
                onChange={(event) => setTypedDays(event.currentTarget.value)}
                error={daysWrong ? t("payment.days_wrong") : undefined}
                inputMode="numeric"
                autoComplete="off"
              />
            </Group>
          ) : null}
          <Box>
            <Text fz="sm" fw={500} mb={4} id="payment-method">
              {t("payment.method")}
            </Text>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-labelledby="payment-method"
              value={method}
              onChange={(value) => setMethod(value as Method)}
              data={METHODS.map((value) => ({ value, label: t(`method.${value}`) }))}
            />
          </Box>
        </Stack>
        <Stack gap="md" flex={1} miw={0}>
          {preview ? (
            <PlanPreview plan={preview} title={t("payment.effect")} />
          ) : (
            <Badge color="gray">{t("payment.no_effect_yet")}</Badge>
          )}
          <Trouble error={taking.error} />
        </Stack>
      </Group>
      <Group justify="flex-end" mt="lg">
        <Button type="submit" size="md" loading={taking.busy} disabled={amountWrong || daysWrong}>
          {t(`payment.take.${kind}`)}
          {amountWrong ? null : (
            <Text span ml={6} className="figures" fw={700}>
              {format.currencyMoney(amount)}
            </Text>
          )}
        </Button>
      </Group>
    </form>
  );
}
