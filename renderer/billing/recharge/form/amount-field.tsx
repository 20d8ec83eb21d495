// The amount: large, always selected while it is only proposed, so that what is typed replaces it; and what to give back.
import { Group, Text, TextInput } from "@mantine/core";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { negate, subtract } from "../../../../shared/kernel/money.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { typedMoney } from "../../../kernel/money-format.ts";
import { Money } from "../../../kernel/screen/parts.tsx";
import { useFormat } from "../../../kernel/use-format.ts";

interface AmountFieldProps {
  text: string;
  /** Whether the text is only a proposal: nothing was typed. */
  proposed: boolean;
  /** Goes up when somebody chose an amount by key or button: the field has the focus again. */
  chosen: number;
  wrong: boolean;
  onChange: (text: string) => void;
}

export function AmountField({ text, proposed, chosen, wrong, onChange }: AmountFieldProps) {
  const t = useWords();
  const format = useFormat();
  const input = useRef<HTMLInputElement | null>(null);
  // What was typed before the field was there is in it already: the caret goes behind it.
  const appear = useCallback((element: HTMLInputElement | null) => {
    input.current = element;
    element?.focus();
  }, []);
  // A proposal that comes or changes late is selected like the first one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new proposal of the same kind must be selected, too
  useLayoutEffect(() => {
    if (proposed) input.current?.select();
  }, [proposed, text]);
  useLayoutEffect(() => {
    if (chosen === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [chosen]);
  return (
    <TextInput
      ref={appear}
      label={t("payment.amount", { currency: format.currency })}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      error={wrong && text !== "" ? t("payment.amount_wrong", { example: format.money("1200") }) : undefined}
      inputMode="decimal"
      autoComplete="off"
      size="xl"
      data-autofocus
      required
      withAsterisk={false}
      styles={{
        label: { fontSize: "var(--mantine-font-size-sm)" },
        input: {
          textAlign: "right",
          fontSize: "1.75rem",
          fontWeight: 650,
          fontVariantNumeric: "tabular-nums",
        },
      }}
    />
  );
}

/** What the customer hands over, and what comes back: "received 2,000 → change 600". Nothing of it is kept. */
export function Change({ amountText }: { amountText: string }) {
  const t = useWords();
  const format = useFormat();
  const [text, setText] = useState("");
  const amount = typedMoney(amountText, format);
  const received = typedMoney(text, format);
  const change = amount === null || received === null ? null : subtract(received, amount);
  return (
    <Group gap="sm" wrap="nowrap" align="flex-end">
      <TextInput
        w={130}
        label={t("payment.received")}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={text !== "" && received === null}
        inputMode="decimal"
        autoComplete="off"
        styles={{ input: { textAlign: "right", fontVariantNumeric: "tabular-nums" } }}
      />
      <Text fz="sm" pb={7} role="status" className="figures">
        {change === null ? null : (
          <>
            {t(change < 0n ? "payment.missing" : "payment.change")}{" "}
            <Text span fz="lg" fw={650} c={change < 0n ? "var(--money-overdue)" : undefined}>
              <Money value={change < 0n ? negate(change) : change} />
            </Text>
          </>
        )}
      </Text>
    </Group>
  );
}
