// A month, shown and typed as the tenant's country writes it.
import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { isMonth } from "../../../shared/kernel/day.ts";
import { useFormat } from "../use-format.ts";
import { typedMonth, writtenMonth } from "./day-text.ts";

interface MonthFieldProps extends Omit<TextInputProps, "value" | "onChange" | "type"> {
  /** YYYY-MM, "" for none, or what was typed where it is no month: the declaration refuses that. */
  value: string;
  onChange: (value: string) => void;
}

export function MonthField({ value, onChange, description, ...input }: MonthFieldProps) {
  const { locale, today, month: inWords } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const meant = (text: string) => typedMonth(text, locale, today()) ?? text.trim();
  const known = isMonth(value);
  const written = known ? writtenMonth(value, locale) : value;
  return (
    <TextInput
      {...input}
      value={typed !== null && meant(typed) === value ? typed : written}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(meant(currentTarget.value));
      }}
      onBlur={(event) => {
        setTyped(null);
        input.onBlur?.(event);
      }}
      description={description ?? (known ? inWords(value) : null)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      inputMode="numeric"
      autoComplete="off"
    />
  );
}
