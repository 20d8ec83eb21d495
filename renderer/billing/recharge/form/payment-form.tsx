// The form of a payment: amount, days and method filled in, the effect beside it, Enter takes the money.

import { Badge, Box, Button, Group, Kbd, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useState } from "react";
import type { Minor } from "../../../../shared/kernel/money.ts";
import { customer as customerResource, type ServicePackage } from "../../../../shared/subscribers/index.ts";
import { useCall } from "../../../kernel/connection/use-connection.ts";
import { useResourceWords, useWords } from "../../../kernel/i18n/index.ts";
import { typeableMoney } from "../../../kernel/money-format.ts";
import { arming, useArmed } from "../../../kernel/screen/fresh-keys.ts";
import { Trouble } from "../../../kernel/screen/parts.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import type { CustomerAccount } from "../../use-customer-money.ts";
import { PlanPreview } from "../plan-preview.tsx";
import type { PaymentKind } from "../recharge-store.ts";
import { type Taken, useTakePayment } from "../take-payment.ts";
import { AmountField, Change } from "./amount-field.tsx";
import { MethodChoice } from "./method-choice.tsx";
import { nextMethod, type PaymentFields, usePaymentDraft } from "./payment-draft.ts";
import classes from "./payment-form.module.css";
import { AskAgain, PaymentNotes, WalletNote } from "./payment-notes.tsx";
import { Suggestions, suggestionsOf } from "./suggestions.tsx";
import { stopTypeAhead, typedAhead } from "./type-ahead.ts";
import { useWallet } from "./use-wallet.ts";

interface PaymentFormProps {
  account: CustomerAccount;
  kind: PaymentKind;
  /** Read already: what the form proposes must not come late. */
  packages: ReadonlyMap<string, ServicePackage>;
  onTaken: (taken: Taken) => void;
}

export function PaymentForm({ account, kind, packages, onTaken }: PaymentFormProps) {
  const t = useWords();
  const customerWords = useResourceWords(customerResource);
  const format = useFormat();
  const { customer, snapshot } = account;
  const [fields, setFields] = useState<PaymentFields>({
    amount: null,
    days: null,
    method: "CASH",
    package: customer.package,
  });
  const [picked, setPicked] = useState(0);
  /** The amount that was asked about: the next Enter takes it. */
  const [asked, setAsked] = useState<Minor | null>(null);
  const set = (change: Partial<PaymentFields>) => setFields((seen) => ({ ...seen, ...change }));
  const chosen = packages.get(fields.package ?? "") ?? null;
  const { draft, amount, amountWrong, daysWrong, preview, advice, ...read } = usePaymentDraft(
    account,
    kind,
    fields,
    chosen,
  );
  const wrong = amountWrong || daysWrong;
  const wallet = useWallet(draft, packages);
  const mustAsk = read.mustAsk || (wallet?.is_beyond ?? false);
  const asking = mustAsk && asked === amount;
  // Once for the dialog and once for the question; typing does not disarm, or a quick hand would press in vain.
  const armed = useArmed(asking ? `ask ${amount}` : "form");
  const taking = useCall(useTakePayment());

  useLayoutEffect(() => {
    const ahead = typedAhead();
    stopTypeAhead();
    if (ahead !== "") setFields((seen) => ({ ...seen, amount: ahead }));
  }, []);
  useEffect(() => stopTypeAhead, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (wrong || taking.busy || !armed) return;
    if (mustAsk && !asking) return setAsked(amount);
    const taken = await taking.run(account, draft, chosen);
    if (taken) onTaken(taken);
  };
  const suggestions = suggestionsOf(kind, read.offered, snapshot.customer.due_amount);
  const pick = (offered: Minor) => {
    set({ amount: typeableMoney(offered, format) });
    setPicked((times) => times + 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const offered = suggestions[Number(/^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? 0) - 1];
    if (event.altKey && offered) pick(offered.amount);
    else if (!event.altKey && event.code === "KeyM") {
      set({ method: nextMethod(fields.method) });
    } else return;
    event.preventDefault();
  };

  return (
    <form
      onSubmit={(event) => void submit(event)}
      onKeyDown={onKeyDown}
      aria-label={t(`payment.title.${kind}`)}
    >
      {/* In a narrow window the preview stands below: its dates are what the clerk reads out. */}
      <Group align="flex-start" gap="xl">
        <Stack gap="md" w={340} maw="100%" flex="0 0 auto">
          <Box>
            <AmountField
              text={read.amountText}
              proposed={fields.amount === null}
              chosen={picked}
              wrong={amountWrong}
              onChange={(text) => set({ amount: text })}
            />
            <Box mt={8}>
              <Suggestions suggestions={suggestions} amount={amount} pick={pick} />
            </Box>
          </Box>
          {fields.method === "CASH" ? <Change amountText={read.amountText} /> : null}
          {kind === "recharge" ? (
            <Group grow align="flex-start" gap="sm">
              <NativeSelect
                label={customerWords.field("package")}
                value={fields.package ?? ""}
                onChange={(event) => set({ package: event.currentTarget.value || null })}
                data={[
                  ...(fields.package === null ? [{ value: "", label: "—" }] : []),
                  ...[...packages.values()]
                    .filter(({ id, is_active }) => is_active || id === fields.package)
                    .map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
              <TextInput
                label={t("payment.days")}
                value={read.daysText}
                onChange={(event) => set({ days: event.currentTarget.value })}
                error={daysWrong ? t("payment.days_wrong") : undefined}
                inputMode="numeric"
                autoComplete="off"
              />
            </Group>
          ) : null}
          <MethodChoice method={fields.method} onChange={(method) => set({ method })} />
        </Stack>
        <Stack gap="md" flex="1 1 19rem" miw={0}>
          {preview ? (
            <PlanPreview plan={preview} title={t("payment.effect")} />
          ) : (
            <Badge color="gray">{t("payment.no_effect_yet")}</Badge>
          )}
          <WalletNote plan={amountWrong ? null : wallet} />
          <PaymentNotes advice={amountWrong ? [] : advice} days={read.days} />
          {asking && amount !== null ? <AskAgain amount={format.currencyMoney(amount)} /> : null}
          <Trouble error={taking.error} />
        </Stack>
      </Group>
      <Group justify="flex-end" mt="sm" className={classes.take}>
        <Button
          type="submit"
          size="md"
          color={asking ? "orange" : undefined}
          loading={taking.busy}
          disabled={wrong}
          {...arming(armed)}
        >
          {t(asking ? "payment.take_all_the_same" : `payment.take.${draft.kind}`)}
          {amount === null || amountWrong ? null : (
            <Text span ml={6} className="figures" fw={700}>
              {format.currencyMoney(amount)}
            </Text>
          )}
          <Kbd ml={10} size="xs">
            Enter
          </Kbd>
        </Button>
      </Group>
    </form>
  );
}
