// How lists are narrowed down, by kind: each says it in the parameters that the API has for it.
import { Button, Chip, CloseButton, Group, MultiSelect, Popover, Stack, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { addDays } from "../../../../shared/kernel/day.ts";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import { DateField } from "../../form/date-field.tsx";
import { addMonths } from "../../form/day-text.ts";
import { MonthField } from "../../form/month-field.tsx";
import { Select } from "../../form/select.tsx";
import { typedDecimal } from "../../money-format.ts";
import type { FilterProps } from "./kind.ts";

/** So many choices are offered side by side; more in a list. */
const SIDE_BY_SIDE = 5;

const labelOf = ({ field, reading }: FilterProps) => reading.words.field(field.name);

/** Exactly this text, when Enter is pressed or the field is left. */
export function TextFilter(props: FilterProps) {
  const { given, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const apply = () => {
    if (typed !== null) onChange({ "": typed.trim() });
    setTyped(null);
  };
  return (
    <TextInput
      w={150}
      aria-label={labelOf(props)}
      placeholder={labelOf(props)}
      value={typed ?? given("")}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === "Enter") apply();
      }}
    />
  );
}

export function ChoiceFilter(props: FilterProps) {
  const { field, reading, given, onChange, counts } = props;
  const { choices = [] } = field.meta;
  const chosen = given("in") ? given("in").split(",") : given("") ? [given("")] : [];
  const change = (next: string[]) =>
    onChange(next.length === 1 ? { "": next[0] ?? "", in: "" } : { "": "", in: next.join(",") });
  const nameOf = (choice: string) => {
    const name = reading.words.choice(field.name, choice);
    return counts ? `${name} ${reading.format.number(own(counts, choice) ?? 0)}` : name;
  };
  if (choices.length > SIDE_BY_SIDE) {
    return (
      <MultiSelect
        miw={170}
        maw={320}
        aria-label={labelOf(props)}
        placeholder={chosen.length === 0 ? labelOf(props) : undefined}
        data={choices.map((choice) => ({ value: choice, label: nameOf(choice) }))}
        value={chosen}
        onChange={change}
        searchable
        clearable
      />
    );
  }
  return (
    <Chip.Group multiple value={chosen} onChange={change}>
      <Group gap={6} role="group" aria-label={labelOf(props)}>
        {choices.map((choice) => (
          <Chip key={choice} size="xs" radius="sm" variant="outline" value={choice}>
            {nameOf(choice)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

export function FlagFilter(props: FilterProps) {
  const { reading, given, onChange } = props;
  const label = labelOf(props);
  return (
    <Select
      w={Math.min(280, Math.max(150, 90 + 9 * label.length))}
      aria-label={label}
      placeholder={label}
      data={[
        { value: "true", label: `${label}: ${reading.t("value.yes")}` },
        { value: "false", label: `${label}: ${reading.t("value.no")}` },
      ]}
      value={given("") || null}
      onChange={(value) => onChange({ "": value ?? "" })}
      clearable
    />
  );
}

interface RangeProps {
  filter: FilterProps;
  /** A bound as it is read. */
  written: (bound: string) => string;
  children: ReactNode;
}

/** A button that says which range is chosen, and the fields behind it. */
function Range({ filter, written, children }: RangeProps) {
  const { given, onChange, reading } = filter;
  const [from, to] = [given("gte"), given("lte")];
  const label = labelOf(filter);
  const saidOf = () => {
    if (from && to) return from === to ? written(from) : `${written(from)} – ${written(to)}`;
    return from ? `≥ ${written(from)}` : `≤ ${written(to)}`;
  };
  const chosen = from !== "" || to !== "";
  return (
    <Group gap={0} wrap="nowrap">
      <Popover position="bottom-start" trapFocus shadow="md" withRoles={false}>
        <Popover.Target>
          <Button
            variant={chosen ? "light" : "default"}
            fw={chosen ? 600 : 400}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {chosen ? `${label}: ${saidOf()}` : label}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="sm" role="dialog" aria-label={label}>
          <Stack gap="xs" w={260}>
            {children}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {chosen ? (
        <CloseButton
          size={24}
          aria-label={reading.t("list.clear_filter", { field: label })}
          onClick={() => onChange({ gte: "", lte: "" })}
        />
      ) : null}
    </Group>
  );
}

/** A number while it is typed, told on leaving: half a number is none. */
function Bound({ filter, operator, label }: { filter: FilterProps; operator: "gte" | "lte"; label: string }) {
  const { format } = filter.reading;
  const [typed, setTyped] = useState<string | null>(null);
  const value = filter.given(operator).replace(".", format.decimal);
  const apply = () => {
    const plain = typed?.trim() ? typedDecimal(typed, format) : "";
    if (typed !== null && plain !== null) filter.onChange({ [operator]: plain });
    setTyped(null);
  };
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      className="figures"
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === "Enter") apply();
      }}
    />
  );
}

export function NumberFilter(props: FilterProps) {
  const { t, format } = props.reading;
  const written = (bound: string) =>
    props.field.meta.kind === "money" ? format.money(bound) : format.number(Number(bound));
  return (
    <Range filter={props} written={written}>
      <Bound filter={props} operator="gte" label={t("list.at_least")} />
      <Bound filter={props} operator="lte" label={t("list.at_most")} />
    </Range>
  );
}

/** From a day to a day, both included; the usual ones with one press. */
export function PeriodFilter(props: FilterProps) {
  const { given, onChange } = props;
  const { t, format } = props.reading;
  const today = format.today();
  const month = `${today.slice(0, 7)}-01`;
  const usual = [
    [t("period.today"), today, today],
    [t("period.week"), addDays(today, -6), today],
    [t("period.month"), month, addDays(addMonths(month, 1), -1)],
    [t("period.last_month"), addMonths(month, -1), addDays(month, -1)],
  ] as const;
  return (
    <Range filter={props} written={format.day}>
      <Group gap={6}>
        {usual.map(([name, gte, lte]) => (
          <Button
            key={name}
            size="compact-xs"
            variant={given("gte") === gte && given("lte") === lte ? "light" : "default"}
            onClick={() => onChange({ gte, lte })}
          >
            {name}
          </Button>
        ))}
      </Group>
      <DateField label={t("list.from")} value={given("gte")} onChange={(gte) => onChange({ gte })} />
      <DateField label={t("list.to")} value={given("lte")} onChange={(lte) => onChange({ lte })} />
    </Range>
  );
}

export function MonthFilter(props: FilterProps) {
  const { given, onChange } = props;
  const { t, format } = props.reading;
  return (
    <Range filter={props} written={format.month}>
      <MonthField label={t("list.from")} value={given("gte")} onChange={(gte) => onChange({ gte })} />
      <MonthField label={t("list.to")} value={given("lte")} onChange={(lte) => onChange({ lte })} />
    </Range>
  );
}
