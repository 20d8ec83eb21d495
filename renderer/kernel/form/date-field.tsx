// A day, shown and typed as the tenant's country writes it, with a calendar beside it.
import { ActionIcon, Popover, TextInput, type TextInputProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { IconCalendar } from "@tabler/icons-react";
import { type KeyboardEvent, type Ref, useRef, useState } from "react";
import { addDays, isDay } from "../../../shared/kernel/day.ts";
import { type Translate, useWords } from "../i18n/index.ts";
import { useFormat } from "../use-format.ts";
import { Calendar } from "./calendar.tsx";
import { dateOrder, typedDay, writtenDay } from "./day-text.ts";

interface DateFieldProps extends Omit<TextInputProps, "value" | "onChange" | "type" | "ref"> {
  /** YYYY-MM-DD, "" for none, or what was typed where it is no day: the declaration refuses that. */
  value: string;
  onChange: (value: string) => void;
  min?: string;
  max?: string;
  ref?: Ref<HTMLInputElement>;
}

/** "dd/mm/yyyy", in the order of the locale. */
const datePattern = (locale: string, t: Translate) =>
  dateOrder(locale)
    .map((part) => t(`date.part_${part}`))
    .join("/");

export function DateField({ value, onChange, min, max, description, ref, ...input }: DateFieldProps) {
  const t = useWords();
  const { locale, today, day: inWords } = useFormat();
  const field = useRef<HTMLInputElement>(null);
  const refs = useMergedRef(field, ref);
  const [typed, setTyped] = useState<string | null>(null);
  const [choosing, setChoosing] = useState(false);
  const meant = (text: string) => typedDay(text, locale, today()) ?? text.trim();
  const known = isDay(value);
  const written = known ? writtenDay(value, locale) : value;
  // What is typed stays as it is typed while it is what the value says.
  const shown = typed !== null && meant(typed) === value ? typed : written;
  const choose = (day: string) => {
    setTyped(null);
    setChoosing(false);
    onChange(day);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.altKey) return setChoosing(true);
    setTyped(null);
    onChange(known ? addDays(value, step) : today());
  };
  return (
    <Popover
      opened={choosing}
      onChange={setChoosing}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          {...input}
          ref={refs}
          value={shown}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            onChange(meant(currentTarget.value));
          }}
          onBlur={(event) => {
            setTyped(null);
            input.onBlur?.(event);
          }}
          onKeyDown={onKeyDown}
          placeholder={input.placeholder ?? datePattern(locale, t)}
          description={description ?? (known ? inWords(value) : null)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          inputMode="numeric"
          autoComplete="off"
          aria-keyshortcuts="Alt+ArrowDown"
          rightSection={
            <ActionIcon
              tabIndex={-1}
              aria-label={t("date.choose")}
              disabled={input.disabled}
              onClick={() => setChoosing(!choosing)}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown p="xs" role="dialog" aria-label={t("date.choose")}>
        <Calendar value={known ? value : null} today={today()} min={min} max={max} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}
