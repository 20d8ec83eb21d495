// The third step of an import: what the server would refuse, mended in its place.
import { Alert, Button, Group, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { memo } from "react";
import { CSV_BOM, csvLine, csvWriting } from "../../../shared/kernel/csv.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { saveFile } from "../../kernel/desktop-bridge.ts";
import { writtenDay } from "../../kernel/form/day-text.ts";
import { fieldNamed, useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { fieldWords } from "../../kernel/problem-words.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { holdsDays } from "./cells.rules.ts";
import { leaveOut, mend, useImport } from "./import-store.ts";
import type { ToMend } from "./problems.rules.ts";
import classes from "./rows.module.css";
import { usePrepared } from "./use-try.ts";
import { ValueInput } from "./value-input.tsx";

/** Shown at once; the rest after these are mended. */
const SHOWN = 100;

/** What is wrong with it; of a day also how one is written here. */
function useWrong({ field, ...problem }: ToMend): string {
  const t = useWords();
  const words = useResourceWords(customer);
  const { locale, today } = useFormat();
  const named = words.named(field);
  if (!holdsDays(field)) return fieldWords(problem, named, t);
  const written = t("import.day_written", { day: writtenDay(today(), locale) });
  return fieldWords(problem, { ...named, written }, t);
}

interface MendRowProps {
  one: ToMend;
  value: string;
  /** Whose row it is, where it is only one. */
  name: string | undefined;
  /** The first row's number in the spreadsheet. */
  number: number;
}

/** Rendered only when it changes: a key in one of them is no work for the others. */
const MendRow = memo(function MendRow({ one, value, name, number }: MendRowProps) {
  const t = useWords();
  const format = useFormat();
  const words = useResourceWords(customer);
  const { field, rows } = one;
  const wrong = useWrong(one);
  const label = words.field(field);
  return (
    <Table.Tr>
      <Table.Td w={200}>
        <Text fz="sm">
          {rows.length > 1
            ? t("import.rows", { count: rows.length, n: format.number(rows.length) })
            : t("import.row", { n: format.number(number) })}
        </Text>
        {name ? (
          <Text fz="xs" c="dimmed" className="cut">
            {name}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>
        <Text fz="sm">{wrong}</Text>
      </Table.Td>
      <Table.Td w={240}>
        <ValueInput
          field={field}
          label={label}
          quiet
          value={value}
          onChange={(next) => mend(rows, field, next)}
        />
      </Table.Td>
      <Table.Td w={120}>
        <Button variant="subtle" size="compact-sm" onClick={() => leaveOut(rows)}>
          {t("import.leave_out")}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
});

/** The rows that are left for later, as they were in the file. */
export function LeftOut() {
  const t = useWords();
  const format = useFormat();
  const { table, without } = useImport();
  const saving = useCall(async () => {
    if (!table) return;
    const rows = table.rows.filter((_, at) => without.has(at));
    const writing = csvWriting(format.decimal);
    const csv = CSV_BOM + [table.header, ...rows].map((cells) => csvLine(cells, writing)).join("");
    await saveFile("customers-left-out.csv", new TextEncoder().encode(csv), "text/csv;charset=utf-8");
  });
  if (without.size === 0) return null;
  return (
    <Group gap="xs">
      <Text fz="sm">{t("import.left_out", { count: without.size, n: format.number(without.size) })}</Text>
      <Button variant="subtle" size="compact-sm" onClick={() => void saving.run()}>
        {t("import.left_out_file")}
      </Button>
    </Group>
  );
}

export function MendRows() {
  const t = useWords();
  const format = useFormat();
  const { table, tried, forAll, fixes } = useImport();
  const { all } = usePrepared();
  if (!tried) return null;
  const { whole, toMend } = tried.problems;
  if (whole.length === 0 && toMend.length === 0) return null;
  const wrong = new Set(toMend.flatMap(({ rows }) => rows));
  return (
    <Paper p="md" component="section" aria-label={t("import.mend")}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} fz="md">
            {t("import.mend")}
          </Title>
          <Button variant="default" size="compact-sm" onClick={() => leaveOut([...wrong])}>
            {t("import.leave_all_out")}
          </Button>
        </Group>
        <Text fz="sm" c="dimmed">
          {t("import.mend_hint")}
        </Text>
        {whole.map(({ field, code }) => (
          <Alert key={`${field} ${code}`} color="red">
            {fieldWords({ code }, fieldNamed(field, t.language), t)}
          </Alert>
        ))}
        <Table className={classes.rows} verticalSpacing={6} aria-label={t("import.mend")}>
          <Table.Tbody>
            {toMend.slice(0, SHOWN).map((one) => {
              const { field, rows } = one;
              const [first = 0] = rows;
              const given = fixes[first]?.[field] ?? all[first]?.[field];
              return (
                <MendRow
                  key={one.key}
                  one={one}
                  value={given || forAll[field] || ""}
                  name={rows.length === 1 ? all[first]?.name : undefined}
                  number={table?.numbers[first] ?? 0}
                />
              );
            })}
          </Table.Tbody>
        </Table>
        {toMend.length > SHOWN ? (
          <Text fz="sm" c="dimmed">
            {t("import.more", { n: format.number(toMend.length - SHOWN) })}
          </Text>
        ) : null}
      </Stack>
    </Paper>
  );
}
