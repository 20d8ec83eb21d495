// How values are typed and chosen in forms, by kind. Inputs hold texts; the declaration says what they mean.
import { Checkbox, Group, JsonInput, PasswordInput, Textarea, TextInput } from "@mantine/core";
import { isDay } from "../../../../shared/kernel/day.ts";
import { DateField } from "../../form/date-field.tsx";
import { MonthField } from "../../form/month-field.tsx";
import { Select } from "../../form/select.tsx";
import { type InputProps, isDuration } from "./kind.ts";

/** What every input gets. */
export function common({ id, label, error, description, required, disabled, autoFocus }: InputProps) {
  return {
    id,
    label,
    error,
    description,
    required,
    disabled,
    withAsterisk: required,
    inputWrapperOrder: ["label", "input", "description", "error"] as (
      | "label"
      | "input"
      | "description"
      | "error"
    )[],
    ...(autoFocus ? { "data-autofocus": true } : {}),
  };
}

/** What an input of texts gets beside. */
function typed(props: InputProps) {
  return {
    ...common(props),
    value: String(props.value),
    autoComplete: "off",
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      props.onChange(currentTarget.value),
    onBlur: ({ currentTarget }: { currentTarget: { value: string } }) => props.onLeave(currentTarget.value),
  };
}

export function TextField(props: InputProps) {
  if (props.field.meta.secret) return <PasswordInput {...typed(props)} autoComplete="new-password" />;
  return <TextInput {...typed(props)} />;
}

export function ProseField(props: InputProps) {
  return <Textarea {...typed(props)} autosize minRows={2} maxRows={10} />;
}

export function NumberField(props: InputProps) {
  const { field, reading } = props;
  const unit = isDuration(field)
    ? { rightSection: <span aria-hidden>{reading.t("value.seconds")}</span>, rightSectionWidth: 48 }
    : {};
  return (
    <TextInput
      {...typed(props)}
      {...unit}
      inputMode="decimal"
      rightSectionProps={{ style: { fontSize: "var(--mantine-font-size-xs)" } }}
    />
  );
}

export function MoneyField(props: InputProps) {
  const { currency } = props.reading.format;
  return (
    <TextInput
      {...typed(props)}
      inputMode="decimal"
      className="figures"
      rightSection={<span aria-hidden>{currency}</span>}
      rightSectionWidth={48}
      rightSectionProps={{ style: { fontSize: "var(--mantine-font-size-xs)" } }}
    />
  );
}

export function FlagField(props: InputProps) {
  const { id, label, description, disabled, value, error, onChange } = props;
  return (
    <Checkbox
      {...{ id, label, description, disabled, error }}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

export function ChoiceField(props: InputProps) {
  const { field, reading, value, onChange } = props;
  const { choices = [], nullable } = field.meta;
  return (
    <Select
      {...common(props)}
      data={choices.map((choice) => ({ value: choice, label: reading.words.choice(field.name, choice) }))}
      value={String(value) || null}
      onChange={(chosen) => onChange(chosen ?? "")}
      clearable={nullable}
      allowDeselect={nullable}
      searchable={choices.length > 8}
      nothingFoundMessage={reading.t("finder.nothing")}
    />
  );
}

export function DayField(props: InputProps) {
  return (
    <DateField
      {...common(props)}
      value={String(props.value)}
      onChange={props.onChange}
      onBlur={() => props.onLeave(String(props.value))}
    />
  );
}

export function MonthInput(props: InputProps) {
  return (
    <MonthField
      {...common(props)}
      value={String(props.value)}
      onChange={props.onChange}
      onBlur={() => props.onLeave(String(props.value))}
    />
  );
}

/** A day and a time of day: "2026-11-21 14:05", in the tenant's time zone. */
export function InstantField(props: InputProps) {
  const { reading, value, onChange, label } = props;
  const [day = "", time = ""] = String(value).split(" ");
  const join = (nextDay: string, nextTime: string) => onChange(`${nextDay} ${nextTime}`.trim());
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <DateField
        {...common(props)}
        flex={1}
        value={day}
        onChange={(next) => join(next, time || (isDay(next) ? "00:00" : ""))}
      />
      <TextInput
        w={88}
        label={reading.t("date.time")}
        aria-label={`${label}, ${reading.t("date.time")}`}
        value={time}
        onChange={({ currentTarget }) => join(day, currentTarget.value)}
        disabled={props.disabled}
        inputMode="numeric"
        placeholder="00:00"
      />
    </Group>
  );
}

export function JsonField(props: InputProps) {
  return (
    <JsonInput
      {...common(props)}
      value={String(props.value)}
      onChange={props.onChange}
      onBlur={(event) => props.onLeave(event.currentTarget.value)}
      autosize
      minRows={2}
      maxRows={12}
      formatOnBlur
      classNames={{ input: "figures" }}
    />
  );
}
