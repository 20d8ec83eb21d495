// How values are shown in lists and on pages, by kind.
import { Badge, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { lastedText, moneyText } from "../../money-format.ts";
import { Money, stateColor } from "../../screen/parts.tsx";
import { textOf } from "../fields.ts";
import { type CellProps, isDuration } from "./kind.ts";

export function TextCell({ field, value }: CellProps) {
  return <>{textOf(field, value)}</>;
}

/** A state in its colour; a choice without one in plain words. */
export function ChoiceCell({ field, value, reading }: CellProps) {
  const name = reading.words.choice(field.name, String(value));
  const color = stateColor(String(value));
  return color ? <Badge color={color}>{name}</Badge> : <>{name}</>;
}

export function FlagCell({ value, reading }: CellProps) {
  const { t } = reading;
  if (value === true)
    return <IconCheck size={16} role="img" aria-label={t("value.yes")} style={{ verticalAlign: "-3px" }} />;
  return (
    <Text span inherit c="dimmed">
      {t("value.no")}
    </Text>
  );
}

export function NumberCell({ field, value, reading }: CellProps) {
  if (isDuration(field))
    return <span className="figures">{lastedText(Number(value), reading.format.locale)}</span>;
  // One that is money in this record comes as money does.
  if (field.meta.money_where && typeof value === "string") return <Money value={value} />;
  return <span className="figures">{reading.format.number(Number(value))}</span>;
}

/** Of another currency's money the server gives the digits that are that currency's: they stand as they are. */
export function MoneyCell({ field, value, reading }: CellProps) {
  const text = String(value);
  if (field.meta.currency === undefined) return <Money value={text} />;
  const digits = text.split(".")[1]?.length ?? 0;
  return <span className="figures">{moneyText(text, { ...reading.format, digits })}</span>;
}

export function DateCell({ value, reading }: CellProps) {
  return <>{reading.format.day(String(value))}</>;
}

export function MonthCell({ value, reading }: CellProps) {
  return <>{reading.format.month(String(value))}</>;
}

export function InstantCell({ value, reading }: CellProps) {
  const { format } = reading;
  return <span title={format.ago(String(value))}>{format.instant(String(value))}</span>;
}

/** Data without a shape that a cell could have: its texts, else a sign that there is something. */
/** A list of texts, such as serial numbers, as one; null for other data. */
export const textsIn = (value: unknown): string | null =>
  Array.isArray(value) && value.every((one) => typeof one === "string") ? value.join(", ") : null;

export function JsonCell({ value }: CellProps) {
  const texts = textsIn(value);
  if (texts !== null) return <>{texts}</>;
  return <span title={JSON.stringify(value)}>…</span>;
}
