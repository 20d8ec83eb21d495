// The account month by month, the newest first: billed, paid, how it stood at the end, and what happened in it.
import { Box, Group, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { useState } from "react";
import { type Minor, negate } from "../../../../shared/kernel/money.ts";
import { commandWords, type Key, useWords } from "../../../kernel/i18n/index.ts";
import { Money, PendingClock } from "../../../kernel/screen/parts.tsx";
import { ExpandingRow } from "../../../kernel/table/expanding-row.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import type { StoryLine, StoryMonth } from "./account-story.ts";
import { FigureBreakdown } from "./figure-breakdown.tsx";
import { Standing } from "./standing.tsx";
import type { StatementRow } from "./statement.ts";
import type { LineWords } from "./use-line-words.ts";

interface LineProps {
  line: StoryLine;
  words: LineWords;
  open: boolean;
  onToggle: () => void;
}

/** Charged plainly, taken away in green with a minus: the direction is in the words, too. */
function Moved({ amount }: { amount: Minor }) {
  return amount > 0n ? (
    <Money value={amount} />
  ) : (
    <Text span inherit c="var(--money-credit)" className="figures">
      −<Money value={negate(amount)} />
    </Text>
  );
}

function Line({ line, words, open, onToggle }: LineProps) {
  const t = useWords();
  const format = useFormat();
  return (
    <ExpandingRow
      open={open}
      onToggle={onToggle}
      label={`${t("statement.explain")} ${words.detail}`}
      more={<FigureBreakdown type={line.source.type} id={line.source.id} />}
      columns={4}
    >
      <Table.Td w={130} className="figures">
        {format.day(line.day)}
      </Table.Td>
      <Table.Td>
        {words.title}
        {words.detail ? (
          <Text span inherit c="dimmed" className="figures">
            {" "}
            {words.detail}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td w={150} ta="right" fw={600}>
        <Moved amount={line.amount} />
      </Table.Td>
    </ExpandingRow>
  );
}

function Month(props: { month: StoryMonth; words: (line: StoryLine) => LineWords }) {
  const t = useWords();
  const format = useFormat();
  const [open, setOpen] = useState<string | null>(null);
  const { month, billed, paid, corrected, left, lines } = props.month;
  const sums: [Key, Minor][] = [
    ["story.billed", billed],
    ["story.paid", paid],
    ["story.corrected", corrected],
  ];
  const name = format.month(month);
  return (
    <Paper component="section" aria-label={name}>
      <Group px="md" py={10} justify="space-between" style={{ borderBottom: "1px solid var(--line)" }}>
        <Group gap="md">
          <Title order={2} fz="md">
            {name}
          </Title>
          <Text fz="sm" c="dimmed">
            {sums
              .filter(([, amount]) => amount !== 0n)
              .map(([key, amount]) => t(key, { amount: format.money(amount) }))
              .join(" · ")}
          </Text>
        </Group>
        <Text fz="sm" fw={600}>
          <Text span inherit fw={400} c="dimmed">
            {t("story.end_of_month")}{" "}
          </Text>
          <Standing owed={left} />
        </Text>
      </Group>
      <Table aria-label={name}>
        <Table.Tbody>
          {lines.map((line) => (
            <Line
              key={line.id}
              line={line}
              words={props.words(line)}
              open={open === line.id}
              onToggle={() => setOpen(open === line.id ? null : line.id)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

/** What this computer has sent and the server has not booked yet, with the standing that it will leave. */
function Waiting({ rows }: { rows: readonly StatementRow[] }) {
  const t = useWords();
  const format = useFormat();
  return (
    <Paper component="section" aria-label={t("story.waiting")}>
      {rows.map((row) => (
        <Group key={row.id} px="md" py={8} justify="space-between" fs="italic">
          <Group gap="sm">
            <PendingClock />
            <Text fz="sm" inherit>
              {commandWords(row.what, t.language)} · {format.instant(row.at)}
            </Text>
            <Money value={row.debit > 0n ? row.debit : row.credit} fw={600} />
          </Group>
          <Box fz="sm" fw={600}>
            {row.balance === null ? "—" : <Standing owed={negate(row.balance)} />}
          </Box>
        </Group>
      ))}
    </Paper>
  );
}

interface StoryMonthsProps {
  months: readonly StoryMonth[];
  waiting: readonly StatementRow[];
  words: (line: StoryLine) => LineWords;
}

export function StoryMonths({ months, waiting, words }: StoryMonthsProps) {
  return (
    <Stack gap="md">
      {waiting.length > 0 ? <Waiting rows={waiting} /> : null}
      {months.map((month) => (
        <Month key={month.month} month={month} words={words} />
      ))}
    </Stack>
  );
}
