// With what a report is compared: the time before, a year before, or nothing.
import { Select } from "../form/select.tsx";
import { useWords } from "../i18n/index.ts";
import { COMPARISONS, type Comparison } from "./periods.ts";

interface CompareSelectProps {
  readonly compared: Comparison;
  readonly onChoose: (next: Comparison) => void;
}

export function CompareSelect({ compared, onChoose }: CompareSelectProps) {
  const t = useWords();
  return (
    <Select
      label={t("compare.with")}
      w={190}
      value={compared}
      onChange={(given) => onChoose(COMPARISONS.find((one) => one === given) ?? "before")}
      allowDeselect={false}
      data={COMPARISONS.map((value) => ({ value, label: t(`compare.${value}`) }))}
    />
  );
}
