// The lines of a bill that is typed: what for, how many, at which price, with which tax.

import { ActionIcon, Button, Group, NativeSelect, Stack, Table, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { invoiceLine } from "../../../shared/billing/index.ts";
import { LINE_SOURCES, rateInForce } from "../../../shared/billing/tax/tax.rules.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import type { MoneyFormat } from "../../kernel/money-format.ts";
import { type BillTerms, emptyLine, type LineDraft, readLine } from "./invoice-draft.ts";

const NUMBERS = ["quantity", "unit_price", "discount", "tax_amount"] as const;

interface LinesProps {
  lines: readonly LineDraft[];
  format: MoneyFormat;
  terms: BillTerms;
  /** The tax code that a new line begins with. */
  proposed: string | null;
  tried: boolean;
  onChange: (lines: LineDraft[]) => void;
}

/** One choice for each code, at its rate of the day. */
function codeChoices({ rates, issue_date }: BillTerms): { value: string; label: string }[] {
  const inForce = new Map(
    rates.flatMap(({ id }) => {
      const rate = rateInForce(rates, id, issue_date);
      return rate ? [[rate.code, rate]] : [];
    }),
  );
  return [...inForce.values()].map(({ id, code, rate }) => ({
    value: id,
    label: `${code} ${Number(rate)} %`,
  }));
}

export function Lines({ lines, format, terms, proposed, tried, onChange }: LinesProps) {
  const t = useWords();
  const words = useResourceWords(invoiceLine);
  const codes = codeChoices(terms);
  const change = <F extends keyof LineDraft>(key: number, field: F, value: LineDraft[F]) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, [field]: value } : line)));
  const sources = LINE_SOURCES.map((value) => ({ value, label: words.choice("source", value) }));
  return (
    <Stack gap="xs">
      <Table verticalSpacing={4} horizontalSpacing={4} aria-label={t("invoice.lines")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.field("description")}</Table.Th>
            <Table.Th w={116}>{words.field("source")}</Table.Th>
            {NUMBERS.map((field) => (
              <Table.Th key={field} w={96} ta="right">
                {words.field(field)}
              </Table.Th>
            ))}
            {codes.length > 0 ? <Table.Th w={120}>{words.field("tax_code")}</Table.Th> : null}
            <Table.Th w={36}>
              <span className="visually-hidden">{t("invoice.remove_line", { number: "" })}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line, index) => (
            <Table.Tr key={line.key}>
              <Table.Td>
                <TextInput
                  aria-label={`${words.field("description")} ${index + 1}`}
                  value={line.description}
                  onChange={(event) => change(line.key, "description", event.currentTarget.value)}
                  error={tried && readLine(line, format) === null}
                  maxLength={500}
                />
              </Table.Td>
              <Table.Td>
                <NativeSelect
                  aria-label={`${words.field("source")} ${index + 1}`}
                  data={sources}
                  value={line.source}
                  onChange={({ currentTarget: { selectedIndex } }) =>
                    change(line.key, "source", LINE_SOURCES[selectedIndex] ?? "OTHER")
                  }
                />
              </Table.Td>
              {NUMBERS.map((field) => (
                <Table.Td key={field}>
                  <TextInput
                    aria-label={`${words.field(field)} ${index + 1}`}
                    value={line[field]}
                    onChange={(event) => change(line.key, field, event.currentTarget.value)}
                    inputMode="decimal"
                    styles={{ input: { textAlign: "right", fontVariantNumeric: "tabular-nums" } }}
                  />
                </Table.Td>
              ))}
              {codes.length > 0 ? (
                <Table.Td>
                  <NativeSelect
                    aria-label={`${words.field("tax_code")} ${index + 1}`}
                    data={[{ value: "", label: t("invoice.no_tax") }, ...codes]}
                    value={line.tax_code ?? ""}
                    onChange={(event) => change(line.key, "tax_code", event.currentTarget.value || null)}
                  />
                </Table.Td>
              ) : null}
              <Table.Td>
                <ActionIcon
                  aria-label={t("invoice.remove_line", { number: index + 1 })}
                  disabled={lines.length === 1}
                  onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={15} />}
          onClick={() =>
            onChange([...lines, emptyLine(Math.max(...lines.map(({ key }) => key)) + 1, proposed)])
          }
        >
          {t("invoice.add_line")}
        </Button>
      </Group>
    </Stack>
  );
}
