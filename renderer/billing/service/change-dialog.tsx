// A change of package: every package with what it comes to, both ways to settle the paid days, the money; Enter, amount, Enter.
import {
  Button,
  Group,
  Kbd,
  Loader,
  Radio,
  ScrollArea,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type FormEvent, type KeyboardEvent, useMemo, useRef, useState } from "react";
import { serviceChange } from "../../../shared/billing/index.ts";
import type { ChangePreview } from "../../../shared/billing/service/service-change.ts";
import { isDay } from "../../../shared/kernel/day.ts";
import type { Customer, ServicePackage } from "../../../shared/subscribers/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { typeableMoney, typedMoney } from "../../kernel/money-format.ts";
import { arming, useArmed } from "../../kernel/screen/fresh-keys.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { MethodChoice } from "../recharge/form/method-choice.tsx";
import { type Method, nextMethod } from "../recharge/form/payment-draft.ts";
import { PaymentDone } from "../recharge/payment-done.tsx";
import type { Taken } from "../recharge/take-payment.ts";
import { type CustomerAccount, useCustomerAccount } from "../use-customer-money.ts";
import { ChangeFigures, useSaid } from "./change-figures.tsx";
import type { TillRecords, Wanted } from "./till-change.ts";
import { useChange } from "./use-change.ts";
import { useChangePreview } from "./use-change-preview.ts";
import { useTillRecords } from "./use-till-records.ts";

const WHEN = ["NOW", "AT_EXPIRY", "DATE"] as const;
const SETTLE = ["KEEP_DAYS", "CONVERT"] as const;

interface RowProps {
  records: TillRecords;
  pack: ServicePackage;
  first: boolean;
}

/** One package with what changing to it comes to, as it is done unless somebody says otherwise. */
function PackageRow({ records, pack, first }: RowProps) {
  const t = useWords();
  const format = useFormat();
  const said = useSaid();
  const { id } = pack;
  const { data } = useChangePreview(
    records.customer,
    records,
    useMemo(() => ({ package: id }), [id]),
  );
  const price = { price: format.currencyMoney(pack.price), days: format.number(pack.validity_days) };
  return (
    <Radio
      value={pack.id}
      label={pack.name}
      description={
        <>
          {t("change.price", price)}
          {data
            ? ` · ${data.when === "NOW" ? said(data) : t("change.from", { day: format.day(data.priced_from) })}`
            : null}
        </>
      }
      {...(first ? { "data-autofocus": true } : {})}
    />
  );
}

/** The packages there are but the customer's own, the cheapest first. */
const othersOf = ({ customer, packages }: TillRecords): ServicePackage[] =>
  packages
    .filter(({ id, is_active }) => is_active && id !== customer.package)
    .sort((a, b) => Number(a.price) - Number(b.price) || (a.name < b.name ? -1 : 1));

interface FormProps {
  account: CustomerAccount;
  records: TillRecords;
  others: readonly ServicePackage[];
  onClose: () => void;
  onTaken: (taken: Taken) => void;
}

function ChangeForm({ account, records, others, onClose, onTaken }: FormProps) {
  const { customer } = account;
  const t = useWords();
  const words = useResourceWords(serviceChange);
  const format = useFormat();
  const said = useSaid();
  const send = useChange();
  const on_account = useSession((session) => session.can("subscribers.customer.change_on_account"));
  const [wanted, setWanted] = useState<Wanted>({ package: others[0]?.id ?? "" });
  const [step, setStep] = useState<"package" | "money">("package");
  const [typed, setTyped] = useState<string | null>(null);
  const [method, setMethod] = useState<Method>("CASH");
  const amountField = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const armed = useArmed(step);
  const asks = wanted.when !== "DATE" || isDay(wanted.effective_date ?? "");
  const preview = useChangePreview(customer, records, asks ? wanted : null);
  const figures = preview.data;
  const is_paid = figures !== null && /[1-9]/.test(figures.to_pay);
  const text = typed ?? (is_paid ? typeableMoney(format.minor(figures.to_pay), format) : "");
  const amount = text.trim() === "" ? 0n : typedMoney(text, format);
  const change = (given: Partial<Wanted>) => {
    setWanted((seen) => ({ ...seen, ...given }));
    setTyped(null);
  };
  const changing = useCall(async (agreed: ChangePreview) => {
    const given = amount
      ? {
          kind: "payment" as const,
          sent_as: "payment" as const,
          amount,
          method,
          validity_days: 0,
          package: null,
        }
      : null;
    const taken = await send({ account, preview: agreed, given }, wanted);
    const day = format.day(agreed.effective_date);
    const done = { name: customer.name, package: agreed.to_package_name, day };
    notifications.show({ color: "green", message: t("change.done", done) });
    if (taken) onTaken(taken);
    else onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!armed || changing.busy || !figures) return;
    if (step === "package") {
      setStep("money");
      (amountField.current ?? button.current)?.focus();
    } else if (amount !== null) void changing.run(figures);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.code !== "KeyM") return;
    setMethod(nextMethod);
    event.preventDefault();
  };
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} aria-label={t("change.action")}>
      <Group align="flex-start" gap="xl">
        <ScrollArea.Autosize mah={360} flex="1 1 15rem" miw={0}>
          <Radio.Group
            label={t("change.choose")}
            value={wanted.package}
            onChange={(chosen) => {
              setWanted({ package: chosen });
              setTyped(null);
            }}
          >
            <Stack gap="sm" mt="xs" p={2}>
              {others.map((pack, index) => (
                <PackageRow key={pack.id} {...{ records, pack }} first={index === 0} />
              ))}
            </Stack>
          </Radio.Group>
        </ScrollArea.Autosize>
        <Stack gap="sm" flex="1 1 18rem" miw={0}>
          <SegmentedControl
            size="xs"
            aria-label={t("change.when")}
            value={figures?.when ?? wanted.when ?? "NOW"}
            onChange={(when) => change({ when: when as Wanted["when"], effective_date: undefined })}
            data={WHEN.map((value) => ({ value, label: words.choice("when", value) }))}
          />
          {wanted.when === "DATE" ? (
            <DateField
              label={t("change.day")}
              value={wanted.effective_date ?? ""}
              min={format.today()}
              onChange={(effective_date) => change({ effective_date })}
            />
          ) : null}
          {figures?.mode === "PREPAID" ? (
            <Radio.Group
              label={t("change.settle")}
              value={figures.settle}
              onChange={(settle) => change({ settle: settle as Wanted["settle"] })}
            >
              <Stack gap={6} mt={4}>
                {SETTLE.map((value) => (
                  <Radio
                    key={value}
                    value={value}
                    label={words.choice("settle", value)}
                    description={said(figures.options[value])}
                  />
                ))}
              </Stack>
            </Radio.Group>
          ) : null}
          {figures ? <ChangeFigures preview={figures} /> : preview.error ? null : <Loader size="sm" />}
          {is_paid ? (
            <>
              <TextInput
                ref={amountField}
                label={t("change.amount")}
                description={on_account ? t("change.on_account") : undefined}
                inputMode="decimal"
                className="figures"
                value={text}
                error={amount === null}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
                onFocus={({ currentTarget }) => {
                  setStep("money");
                  currentTarget.select();
                }}
              />
              <MethodChoice method={method} onChange={setMethod} />
            </>
          ) : null}
          <Trouble error={changing.error ?? preview.error} />
        </Stack>
      </Group>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t("action.cancel")}
        </Button>
        <Button
          ref={button}
          type="submit"
          loading={changing.busy}
          disabled={figures === null || amount === null}
          onClick={() => setStep("money")}
          {...arming(armed)}
        >
          {amount ? t("change.do_paid", { amount: format.currencyMoney(amount) }) : t("change.do")}
          <Kbd ml={10} size="xs">
            Enter
          </Kbd>
        </Button>
      </Group>
    </form>
  );
}

function Content({ customer: { id }, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useWords();
  const account = useCustomerAccount(id);
  const [taken, setTaken] = useState<Taken | null>(null);
  const records = useTillRecords(account?.customer ?? null);
  if (taken) return <PaymentDone taken={taken} account={account ?? null} onNext={onClose} />;
  if (!account || !records) return <Loader />;
  const others = othersOf(records);
  if (others.length === 0) return <Text fz="sm">{t("change.none")}</Text>;
  return <ChangeForm {...{ account, records, others, onClose }} onTaken={setTaken} />;
}

export function ChangeDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useWords();
  return (
    <Dialog opened onClose={onClose} title={t("change.title", { name: customer.name })} size={920}>
      <Content {...{ customer, onClose }} />
    </Dialog>
  );
}
