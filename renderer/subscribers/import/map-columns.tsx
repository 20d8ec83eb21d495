// The second step of an import: which column of the file is which field, and what is the same for all.
import { Alert, Paper, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { isDay } from "../../../shared/kernel/day.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { Select } from "../../kernel/form/select.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { holdsDays } from "./cells.rules.ts";
import { giveAll, mapColumn, useImport } from "./import-store.ts";
import { type CustomerField, IMPORTED, isNeeded } from "./mapping.rules.ts";
import classes from "./rows.module.css";
import { usePrepared } from "./use-try.ts";
import { ValueInput } from "./value-input.tsx";

const EXAMPLES = 3;
/** Not to be the same for two customers, or said once for each. */
const FOR_ALL: readonly CustomerField[] = [
  "package",
  "router",
  "area",
  "connection_type",
  "status",
  "expiry_date",
];

/** The needed fields that neither a column nor a common value fills. */
export function useMissing(): readonly CustomerField[] {
  const { columns, forAll } = useImport();
  return IMPORTED.filter((name) => isNeeded(name) && !columns.includes(name) && !forAll[name]);
}

/** A column, with its first cells: and what they mean, where they are days, which a file may write in another order. */
function ColumnRow({ title, at }: { title: string; at: number }) {
  const t = useWords();
  const words = useResourceWords(customer);
  const format = useFormat();
  const { table, columns } = useImport();
  const { all } = usePrepared();
  const name = columns[at] ?? null;
  const first = table?.rows.slice(0, EXAMPLES).flatMap((cells) => cells[at] || []) ?? [];
  const days =
    name && holdsDays(name)
      ? all.slice(0, EXAMPLES).flatMap((row) => (isDay(row[name] ?? "") ? format.day(row[name]) : []))
      : [];
  return (
    <Table.Tr>
      <Table.Td w={200}>
        <Text fw={600} fz="sm">
          {title || "—"}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text fz="sm" c="dimmed" className="cut" maw={320}>
          {first.join(" · ")}
        </Text>
        {days.length > 0 ? <Text fz="sm">{t("import.read_as", { days: days.join(" · ") })}</Text> : null}
      </Table.Td>
      <Table.Td w={260}>
        <Select
          aria-label={`${t("import.column")} ${title}`}
          placeholder={t("import.nothing")}
          data={IMPORTED.map((one) => ({
            value: one,
            label: isNeeded(one) ? `${words.field(one)} *` : words.field(one),
          }))}
          value={name}
          onChange={(next) => mapColumn(at, next as CustomerField | null)}
          clearable
          searchable
        />
      </Table.Td>
    </Table.Tr>
  );
}

export function MapColumns() {
  const t = useWords();
  const words = useResourceWords(customer);
  const { table, columns, forAll, guessed } = useImport();
  const missing = useMissing();
  if (!table) return null;
  const open = FOR_ALL.filter((name) => !columns.includes(name));
  return (
    <Paper p="md">
      <Stack gap="md">
        <div>
          <Title order={2} fz="md">
            {t("import.columns")}
          </Title>
          <Text fz="sm" c="dimmed">
            {t("import.columns_hint")}
          </Text>
        </div>
        {guessed ? <Alert color="orange">{t("import.guessed_letters")}</Alert> : null}
        <Table className={classes.rows} verticalSpacing={6} aria-label={t("import.columns")}>
          <Table.Tbody>
            {table.header.map((title, at) => (
              // The place of a column is what it is: two may have the same title.
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
              <ColumnRow key={at} title={title} at={at} />
            ))}
          </Table.Tbody>
        </Table>
        <Title order={3} fz="sm">
          {t("import.for_all")}
        </Title>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          {open.map((name) => (
            <ValueInput
              key={name}
              field={name}
              label={words.field(name)}
              value={forAll[name] ?? ""}
              onChange={(value) => giveAll(name, value)}
            />
          ))}
        </SimpleGrid>
        {missing.length > 0 ? (
          <Alert color="orange">
            {t("import.missing", { fields: missing.map((name) => words.field(name)).join(", ") })}
          </Alert>
        ) : null}
      </Stack>
    </Paper>
  );
}
