// Every kind of field and what it is on a screen. A new kind does not compile until it has its row here.
import type { FieldKind } from "../../../../shared/kernel/field.ts";
import { MAX_DIGITS } from "../../../../shared/kernel/money.ts";
import { durationCsv, minorOf } from "../../money-format.ts";
import type { FieldOf } from "../fields.ts";
import * as cells from "./cells.tsx";
import * as filters from "./filters.tsx";
import * as inputs from "./inputs.tsx";
import { isDuration, type Kind, type Reading } from "./kind.ts";
import { ReferenceCell, ReferenceFilter, ReferenceInput } from "./reference.tsx";

const text = (value: unknown) => String(value);
const number = (value: unknown) => Number(value);
const choiceName = (value: unknown, { name }: FieldOf, { words }: Reading) =>
  words.choice(name, String(value));
const yesOrNo = (value: unknown, _field: FieldOf, { t }: Reading) =>
  t(value === true ? "value.yes" : "value.no");
const referenceName = (value: unknown, { meta }: FieldOf, { nameOf }: Reading) =>
  nameOf(meta.references ?? "", String(value)) ?? "";

export const KINDS: Readonly<Record<FieldKind, Kind>> = {
  text: {
    width: 150,
    cell: cells.TextCell,
    filter: filters.TextFilter,
    input: inputs.TextField,
    sort: text,
    csv: text,
  },
  prose: {
    width: 220,
    grow: true,
    cell: cells.TextCell,
    filter: null,
    input: inputs.ProseField,
    sort: null,
    csv: text,
  },
  choice: {
    width: 130,
    cell: cells.ChoiceCell,
    filter: filters.ChoiceFilter,
    input: inputs.ChoiceField,
    sort: choiceName,
    csv: choiceName,
  },
  flag: {
    width: 90,
    cell: cells.FlagCell,
    filter: filters.FlagFilter,
    input: inputs.FlagField,
    sort: (value) => (value === true ? 0 : 1),
    csv: yesOrNo,
  },
  count: {
    width: 100,
    align: "right",
    cell: cells.NumberCell,
    filter: filters.NumberFilter,
    input: inputs.NumberField,
    sort: number,
    csv: (value, field) => (isDuration(field) ? durationCsv(Number(value)) : String(value)),
  },
  decimal: {
    width: 110,
    align: "right",
    cell: cells.NumberCell,
    filter: filters.NumberFilter,
    input: inputs.NumberField,
    sort: number,
    csv: text,
  },
  money: {
    width: 120,
    align: "right",
    cell: cells.MoneyCell,
    filter: filters.NumberFilter,
    input: inputs.MoneyField,
    // With all the digits that an amount can have: it may be of another currency than the company's.
    sort: (value) => minorOf(String(value), MAX_DIGITS),
    csv: text,
  },
  date: {
    width: 120,
    cell: cells.DateCell,
    filter: filters.PeriodFilter,
    input: inputs.DayField,
    sort: text,
    csv: text,
  },
  month: {
    width: 130,
    cell: cells.MonthCell,
    filter: filters.MonthFilter,
    input: inputs.MonthInput,
    sort: text,
    csv: text,
  },
  instant: {
    // "২৭ নভেম্বর, ২০২৬, ০১:৩৭" is whole.
    width: 180,
    cell: cells.InstantCell,
    filter: filters.PeriodFilter,
    input: inputs.InstantField,
    sort: text,
    csv: text,
  },
  reference: {
    width: 150,
    cell: ReferenceCell,
    filter: ReferenceFilter,
    input: ReferenceInput,
    sort: referenceName,
    csv: referenceName,
  },
  json: {
    width: 180,
    grow: true,
    cell: cells.JsonCell,
    filter: null,
    input: inputs.JsonField,
    sort: null,
    csv: (value) => cells.textsIn(value) ?? JSON.stringify(value),
  },
};
