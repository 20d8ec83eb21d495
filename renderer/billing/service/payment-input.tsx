// The money that comes with what is sold, as one field of a form: how much, and how. Nothing typed is no payment.
import { Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { recharge } from "../../../shared/billing/index.ts";
import { formatMoney } from "../../../shared/kernel/money.ts";
import { Select } from "../../kernel/form/select.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { typedMoney } from "../../kernel/money-format.ts";
import type { InputProps } from "../../kernel/resource/kinds/kind.ts";
import { METHODS } from "../recharge/form/payment-draft.ts";

interface Typed {
  amount: string;
  method: string;
}

/** What was typed before, as the form keeps it. */
function typedIn(value: string | boolean): Typed {
  if (typeof value !== "string" || value === "") return { amount: "", method: "CASH" };
  const { amount, method } = JSON.parse(value) as Typed;
  return { amount, method };
}

export function PaymentInput(props: InputProps) {
  const { id, label, description, error, value, disabled, autoFocus, onChange, onLeave, reading } = props;
  const { format } = reading;
  const t = useWords();
  const words = useResourceWords(recharge);
  const [typed, setTyped] = useState(() => typedIn(value));
  const written = ({ amount, method }: Typed): string => {
    if (amount.trim() === "") return "";
    const minor = typedMoney(amount, format);
    // What is no amount goes on as it was typed: the declaration refuses it.
    return JSON.stringify({ amount: minor === null ? amount : formatMoney(minor, format.digits), method });
  };
  const change = (given: Partial<Typed>) => {
    const next = { ...typed, ...given };
    setTyped(next);
    onChange(written(next));
  };
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <TextInput
        {...{ id, label, description, error, disabled }}
        flex={1}
        inputMode="decimal"
        autoComplete="off"
        className="figures"
        data-autofocus={autoFocus || undefined}
        value={typed.amount}
        onChange={({ currentTarget }) => change({ amount: currentTarget.value })}
        onBlur={() => onLeave(written(typed))}
      />
      <Select
        w={130}
        aria-label={t("payment.method")}
        disabled={disabled}
        data={METHODS.map((method) => ({ value: method, label: words.choice("method", method) }))}
        value={typed.method}
        onChange={(method) => change({ method: method ?? "CASH" })}
        allowDeselect={false}
      />
    </Group>
  );
}
