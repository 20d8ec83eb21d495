// A customer's statement between two days, as a paper and as a file, made by the server.
import { Button, Group, Popover, Stack, Text } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useState } from "react";
import { addDays, isDay, monthOf } from "../../../shared/kernel/day.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { Download } from "./download.tsx";

/** What is proposed: this month and the two before. */
const BACK_DAYS = 62;

export function StatementButton({ customer }: { customer: Customer }) {
  const t = useWords();
  const online = useOnline();
  const { today } = useFormat();
  const [from, setFrom] = useState(() => `${monthOf(addDays(today(), -BACK_DAYS))}-01`);
  const [to, setTo] = useState(today);
  const ok = isDay(from) && isDay(to) && from <= to;
  const path = (format: string) =>
    ok ? `/api/v1/customers/${customer.id}/statement/?${new URLSearchParams({ from, to, format })}` : null;
  const fileName = `statement-${customer.customer_code}-${from}-${to}`;
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconFileText size={15} aria-hidden />}>
          {t("statements.statement")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="md" aria-label={t("statements.statement")}>
        <Stack gap="sm">
          <Group gap="sm" align="flex-start">
            <DateField label={t("report.from")} w={150} value={from} onChange={setFrom} data-autofocus />
            <DateField label={t("report.to")} w={150} value={to} onChange={setTo} />
          </Group>
          {ok ? null : (
            <Text c="var(--mantine-color-error)" fz="sm" role="alert">
              {t("books.range_wrong")}
            </Text>
          )}
          {online ? null : (
            <Text fz="sm" c="dimmed">
              {t("record.needs_line")}
            </Text>
          )}
          <Group gap="xs">
            <Download path={path("pdf")} fileName={fileName} type="pdf" label={t("statements.pdf")} />
            <Download path={path("csv")} fileName={fileName} type="csv" label={t("table.csv")} />
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
