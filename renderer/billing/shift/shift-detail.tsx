// A drawer below its fields: what came in by method, the pieces that were counted, and the next step.
import { Button, Group, Paper, SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { IconCash, IconPrinter, IconTransfer } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { closeShift, sendCash, shift, transaction } from "../../../shared/billing/index.ts";
import { sumOf } from "../../../shared/billing/shift/shift.rules.ts";
import type { Minor } from "../../../shared/kernel/money.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { focusNow } from "../../kernel/screen/focus-now.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { HandOver } from "../cash/hand-over.tsx";
import { CloseDialog } from "./close-dialog.tsx";
import { moneyOut, useShiftPaper } from "./shift-paper.ts";
import { type Shift, useDrawer } from "./use-drawer.ts";

function Rows({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper p="md">
      <Text fw={650} mb={4}>
        {title}
      </Text>
      <Table aria-label={title} verticalSpacing={4}>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Paper>
  );
}

function Amount({ label, amount }: { label: string; amount: Minor | string }) {
  return (
    <Table.Tr>
      <Table.Td>{label}</Table.Td>
      <Table.Td ta="right">
        <Money value={amount} />
      </Table.Td>
    </Table.Tr>
  );
}

/** What came in. Of an open drawer the cash stays unsaid: its cashier counts what is there, not what should be. */
function Taken({ record }: { record: Shift }) {
  const t = useWords();
  const words = useResourceWords(shift);
  const payments = useResourceWords(transaction);
  const format = useFormat();
  const closed = record.status === "CLOSED";
  const { taken, late } = useDrawer(record, closed);
  const methods: [string, Minor | string][] = Object.entries(record.totals ?? taken);
  const shown = methods.filter(([method]) => closed || method !== "CASH");
  const name = (method: string) => payments.choice("method", method);
  return (
    <>
      <Rows title={words.field("totals")}>
        {shown.map(([method, amount]) => (
          <Amount key={method} label={name(method)} amount={amount} />
        ))}
        {shown.length === 0 ? (
          <Table.Tr>
            <Table.Td c="dimmed">{t("shift.nothing_taken")}</Table.Td>
          </Table.Tr>
        ) : null}
        {closed ? null : (
          <Table.Tr>
            <Table.Td>{name("CASH")}</Table.Td>
            <Table.Td ta="right" c="dimmed">
              {t("shift.after_count")}
            </Table.Td>
          </Table.Tr>
        )}
      </Rows>
      {record.own_reversals ? (
        <Rows title={words.field("own_reversals")}>
          <Amount label={format.number(record.own_reversals)} amount={record.own_reversed ?? "0"} />
        </Rows>
      ) : null}
      {Object.keys(late).length > 0 ? (
        <Rows title={t("shift.late")}>
          {Object.entries(late).map(([method, amount]) => (
            <Amount key={method} label={name(method)} amount={amount} />
          ))}
        </Rows>
      ) : null}
    </>
  );
}

function Pieces({ record }: { record: Shift }) {
  const words = useResourceWords(shift);
  const format = useFormat();
  const counts = Object.entries(record.counts ?? {}).sort(([a], [b]) => Number(b) - Number(a));
  if (counts.length === 0) return null;
  return (
    <Rows title={words.field("counts")}>
      {counts.map(([piece, n]) => (
        <Amount
          key={piece}
          label={`${format.number(Number(piece))} × ${format.number(n)}`}
          amount={sumOf({ [piece]: n }, format.digits)}
        />
      ))}
    </Rows>
  );
}

export function ShiftDetail({ record }: { record: Shift }) {
  const t = useWords();
  const words = useResourceWords(shift);
  const username = useSession(({ identity }) => identity?.user.username);
  const may = useOperate().may(closeShift);
  const print = useShiftPaper(record);
  const { cash_holder } = useDrawer(record, false);
  const [closing, setClosing] = useState(false);
  const [handing, setHanding] = useState(false);
  const mayHandOver = useOperate().may(sendCash) && record.cashier === username;
  const open = record.status === "OPEN";
  return (
    <Stack gap="md">
      <Group gap="xs">
        {open && may ? (
          <Button
            size="md"
            ref={record.cashier === username ? focusNow : undefined}
            leftSection={<IconCash size={18} aria-hidden />}
            onClick={() => setClosing(true)}
          >
            {words.operation("close")}
          </Button>
        ) : null}
        {mayHandOver && !closing ? (
          <Button
            variant="default"
            leftSection={<IconTransfer size={16} aria-hidden />}
            onClick={() => setHanding(true)}
          >
            {t("shift.hand_over")}
          </Button>
        ) : null}
        {open ? null : (
          <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
            {t("shift.print")}
          </Button>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <Taken record={record} />
        </Stack>
        <Pieces record={record} />
      </SimpleGrid>
      {handing ? (
        <HandOver
          from={record.cash_holder ?? cash_holder}
          amount={open ? null : moneyOut(record)}
          onClose={() => setHanding(false)}
        />
      ) : null}
      {closing ? <CloseDialog record={record} onClose={() => setClosing(false)} /> : null}
    </Stack>
  );
}
