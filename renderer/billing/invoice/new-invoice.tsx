// A new invoice by hand: the customer's package as one line, or lines of one's own.

import { ActionIcon, Button, Checkbox, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { invoiceCreate, invoiceLine, invoice as invoiceResource } from "../../../shared/billing/index.ts";
import { isDay, isMonth, monthOf } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { CancelForm, FormDialog, Unsaved } from "../../kernel/form/form-dialog.tsx";
import { MonthField } from "../../kernel/form/month-field.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import type { MoneyFormat } from "../../kernel/money-format.ts";
import { useRecord, useReplica } from "../../kernel/replica-hooks.ts";
import { Money, Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { draftTotal, emptyLine, givesBack, type LineDraft, linesBody, readLine } from "./invoice-draft.ts";

const NUMBERS = ["quantity", "unit_price", "discount", "tax_amount"] as const;

interface LinesProps {
  lines: readonly LineDraft[];
  format: MoneyFormat;
  tried: boolean;
  onChange: (lines: LineDraft[]) => void;
}

function Lines({ lines, format, tried, onChange }: LinesProps) {
  const t = useWords();
  const billWords = useResourceWords(invoiceResource);
  const lineWords = useResourceWords(invoiceLine);
  const change = (key: number, field: keyof LineDraft, value: string) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, [field]: value } : line)));
  return (
    <Stack gap="xs">
      <Table verticalSpacing={4} horizontalSpacing={4} aria-label={t("invoice.lines")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{lineWords.field("description")}</Table.Th>
            {NUMBERS.map((field) => (
              <Table.Th key={field} w={104} ta="right">
                {lineWords.field(field)}
              </Table.Th>
            ))}
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
                  aria-label={`${lineWords.field("description")} ${index + 1}`}
                  value={line.description}
                  onChange={(event) => change(line.key, "description", event.currentTarget.value)}
                  error={tried && readLine(line, format) === null}
                  maxLength={500}
                />
              </Table.Td>
              {NUMBERS.map((field) => (
                <Table.Td key={field}>
                  <TextInput
                    aria-label={`${lineWords.field(field)} ${index + 1}`}
                    value={line[field]}
                    onChange={(event) => change(line.key, field, event.currentTarget.value)}
                    inputMode="decimal"
                    styles={{ input: { textAlign: "right", fontVariantNumeric: "tabular-nums" } }}
                  />
                </Table.Td>
              ))}
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
      <Group justify="space-between">
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={15} />}
          onClick={() => onChange([...lines, emptyLine(Math.max(...lines.map(({ key }) => key)) + 1)])}
        >
          {t("invoice.add_line")}
        </Button>
        <Text fw={600}>
          {billWords.field("total_payable")} <Money value={draftTotal(lines, format)} currency />
        </Text>
      </Group>
    </Stack>
  );
}

export function NewInvoice({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useWords();
  const billWords = useResourceWords(invoiceResource);
  const format = useFormat();
  const replica = useReplica();
  const servicePackage = useRecord("packages", customer.package);
  const [usePackage, setUsePackage] = useState(customer.package !== null);
  const [lines, setLines] = useState<readonly LineDraft[]>([emptyLine(0)]);
  const [month, setMonth] = useState(() => monthOf(format.today()));
  const [due, setDue] = useState("");
  const [tried, setTried] = useState(false);
  const [touched, setTouched] = useState(false);
  const mayOverride = useSession((session) => session.can("billing.invoice.override"));
  const refused = !usePackage && !mayOverride && givesBack(lines, format);
  const wrongMonth = !isMonth(month);
  const wrongDue = due !== "" && !isDay(due);
  const linesComplete = usePackage || (!refused && lines.every((line) => readLine(line, format) !== null));
  const complete = linesComplete && !wrongMonth && !wrongDue;
  const wrong = (field: string) => t("field.INVALID", { field });
  const making = useCall(async () => {
    const payload = {
      id: newId(),
      customer: customer.id,
      billing_month: month,
      ...(due ? { due_date: due } : {}),
      ...(usePackage ? {} : { lines: linesBody(lines, format) }),
    };
    await replica.send(invoiceCreate, payload);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (complete) void making.run();
  };
  return (
    <FormDialog opened onClose={onClose} title={t("invoice.new")} size={820}>
      <Unsaved when={touched && !making.busy} />
      <form onSubmit={submit} onChange={() => setTouched(true)}>
        <Stack gap="md">
          <Text fz="sm" c="dimmed">
            {t("invoice.new_hint")}
          </Text>
          <Group grow>
            <MonthField
              label={billWords.field("billing_month")}
              value={month}
              onChange={setMonth}
              error={tried && wrongMonth ? wrong(billWords.field("billing_month")) : null}
              required
              withAsterisk={false}
              data-autofocus
            />
            <DateField
              label={billWords.field("due_date")}
              value={due}
              onChange={setDue}
              error={tried && wrongDue ? wrong(billWords.field("due_date")) : null}
            />
          </Group>
          {customer.package === null ? null : (
            <Checkbox
              checked={usePackage}
              onChange={(event) => setUsePackage(event.currentTarget.checked)}
              label={
                <>
                  {t("invoice.use_package")}
                  {servicePackage ? (
                    <>
                      : {servicePackage.name}, <Money value={servicePackage.price} />
                    </>
                  ) : null}
                </>
              }
            />
          )}
          {usePackage ? null : <Lines lines={lines} format={format} tried={tried} onChange={setLines} />}
          {refused ? (
            <Text fz="sm" c="red" role="alert">
              {t("invoice.give_back_not_permitted")}
            </Text>
          ) : null}
          <Trouble error={making.error} />
          <Group justify="flex-end" gap="xs">
            <CancelForm />
            <Button type="submit" loading={making.busy}>
              {t("invoice.create")}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  );
}
