// From which day to which a report is asked for; the last month and the year so far by one press.
import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { DateField } from "../../kernel/form/date-field.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { lastMonth, useDays } from "./use-days.ts";

export function DaysBar({ children }: { children?: ReactNode }) {
  const t = useWords();
  const { today } = useFormat();
  const { from, to, ok, ask } = useDays();
  return (
    <>
      <Group gap="sm" align="flex-start">
        <DateField label={t("report.from")} w={150} value={from} onChange={(day) => ask({ from: day })} />
        <DateField label={t("report.to")} w={150} value={to} onChange={(day) => ask({ to: day })} />
        <Button mt={24} variant="default" onClick={() => ask(lastMonth(today()))}>
          {t("statements.last_month")}
        </Button>
        <Button
          mt={24}
          variant="default"
          onClick={() => ask({ from: `${today().slice(0, 4)}-01-01`, to: today() })}
        >
          {t("statements.this_year")}
        </Button>
        <Group gap="xs" ml="auto" mt={24}>
          {children}
        </Group>
      </Group>
      {ok ? null : (
        <Text c="var(--mantine-color-error)" fz="sm" role="alert">
          {t("books.range_wrong")}
        </Text>
      )}
    </>
  );
}
