// A day of the week as a word, where the record keeps its number: 0 is Sunday.
import { NativeSelect } from "@mantine/core";
import { useWords } from "../../kernel/i18n/index.ts";
import type { InputProps } from "../../kernel/resource/kinds/kind.ts";

/** 4 January 2026 is a Sunday. */
const SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

const weekdayName = (weekday: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(SUNDAY + weekday * DAY_MS);

export function Weekday({ weekday }: { weekday: number }) {
  const { language } = useWords();
  return weekdayName(weekday, language);
}

export function WeekdayInput(props: InputProps) {
  const { id, label, value, error, description, required, disabled, autoFocus, onChange } = props;
  const { language } = useWords();
  return (
    <NativeSelect
      {...{ id, label, error, description, required, disabled }}
      data={[0, 1, 2, 3, 4, 5, 6].map((day) => ({ value: String(day), label: weekdayName(day, language) }))}
      value={String(value)}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
