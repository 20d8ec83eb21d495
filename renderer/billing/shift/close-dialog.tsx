// Closing a drawer: counted blind, once more where it does not agree, then compared; a difference has its reason, and a second count
// says that there was a first.

import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconPrinter, IconTransfer } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { closeShift, sendCash, shift } from "../../../shared/billing/index.ts";
import { printable } from "../../../shared/kernel/formatting/text-columns.rules.ts";
import { formatMoney, parseMoney, subtract } from "../../../shared/kernel/money.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { FormDialog } from "../../kernel/form/form-dialog.tsx";
import { type Key, useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { Fact, Money } from "../../kernel/screen/parts.tsx";
import { Trouble } from "../../kernel/trouble.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { HandOver } from "../cash/hand-over.tsx";
import { type Count, CountForm } from "./count-form.tsx";
import { moneyOut, useShiftPaper } from "./shift-paper.ts";
import { type Shift, useDrawer } from "./use-drawer.ts";

/** A count that was committed stays so, also when the dialog is left, or the page is loaded anew. */
interface Committed {
  readonly sum: string;
  readonly counts: Readonly<Record<string, number>> | null;
}

interface Kept {
  readonly committed: Committed | null;
  /** The sum of the count before the last one. */
  readonly earlier: readonly string[];
  /** Whether what should be there was shown: from then on nobody counts blind. */
  readonly shown: boolean;
}

const NOTHING: Kept = { committed: null, earlier: [], shown: false };
const REASONS: readonly Key[] = ["shift.reason.change", "shift.reason.late", "shift.reason.unknown"];

interface DiffersProps {
  onAgain: () => void;
  onShow: () => void;
}

/** A count that does not agree is made once more before anything is shown: by whoever knows the figure it is no count. */
function Differs({ onAgain, onShow }: DiffersProps) {
  const t = useWords();
  return (
    <Stack gap="md">
      <Text>{t("shift.differs")}</Text>
      <Group justify="space-between" gap="xs">
        <Button variant="default" onClick={onShow}>
          {t("shift.show_difference")}
        </Button>
        <Button autoFocus onClick={onAgain}>
          {t("shift.again")}
        </Button>
      </Group>
    </Stack>
  );
}

interface ComparedProps extends DiffersProps {
  record: Shift;
  committed: Committed;
  earlier: readonly string[];
  shown: boolean;
  onClosed: (closed: Shift) => void;
}

/** What was counted beside what should be there. */
function Compared({ record, committed, earlier, shown, onAgain, onShow, onClosed }: ComparedProps) {
  const t = useWords();
  const words = useResourceWords(shift);
  const { digits, money } = useFormat();
  const { run } = useOperate();
  const { expected, sure, taken, cash_holder } = useDrawer(record, true);
  const [typed, setReason] = useState("");
  const difference = subtract(parseMoney(committed.sum, digits), expected);
  const missing = difference !== 0n && typed.trim() === "";
  const counted_before = earlier.map((sum) => t("shift.counted_before", { sum: money(sum) }));
  const reason = [printable(typed), ...counted_before].filter(Boolean).join(" · ") || null;
  const closing = useCall(async () => {
    const { sum: counted_cash, counts } = committed;
    const said = { counted_cash, counts, reason };
    await run(closeShift, record.id, said);
    onClosed({
      ...record,
      ...said,
      status: "CLOSED",
      closed_at: new Date().toISOString(),
      expected_cash: formatMoney(expected, digits),
      difference: formatMoney(difference, digits),
      cash_holder,
      totals: Object.fromEntries(
        Object.entries(taken).map(([method, amount]) => [method, formatMoney(amount, digits)]),
      ),
    });
  });
  if (difference !== 0n && earlier.length === 0 && !shown)
    return <Differs onAgain={onAgain} onShow={onShow} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!missing && !closing.busy) void closing.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Group grow align="flex-start">
          <Fact label={words.field("expected_cash")}>
            <Money value={expected} />
          </Fact>
          <Fact label={words.field("counted_cash")}>
            <Money value={committed.sum} />
          </Fact>
          <Fact label={words.field("difference")}>
            <Money value={difference} tone={difference < 0n ? "overdue" : "plain"} />
          </Fact>
        </Group>
        <Text fz="sm" c={difference === 0n ? "dimmed" : undefined}>
          {t(difference === 0n ? "shift.agrees" : difference < 0n ? "shift.short" : "shift.over")}{" "}
          {sure ? null : t("shift.as_known_here")}
        </Text>
        {difference !== 0n ? (
          <Stack gap={6}>
            <Group gap={6} role="group" aria-label={t("reason.usual")}>
              {REASONS.map((key) => (
                <Button key={key} size="compact-sm" variant="default" onClick={() => setReason(t(key))}>
                  {t(key)}
                </Button>
              ))}
            </Group>
            <Textarea
              label={words.field("reason")}
              value={typed}
              onChange={(event) => setReason(event.currentTarget.value)}
              required
              autosize
              minRows={2}
              maxLength={300}
              data-autofocus
            />
          </Stack>
        ) : null}
        <Trouble error={closing.error} />
        <Group justify="flex-end" gap="xs">
          <Button type="submit" loading={closing.busy} disabled={missing} autoFocus={difference === 0n}>
            {t("shift.close")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What is left to do: the summary on paper, and the money to whoever keeps it. */
function Closed({ record, onClose }: { record: Shift; onClose: () => void }) {
  const t = useWords();
  const print = useShiftPaper(record);
  const mayHandOver = useOperate().may(sendCash);
  const [handing, setHanding] = useState(false);
  if (handing)
    return (
      <HandOver from={record.cash_holder ?? record.holder} amount={moneyOut(record)} onClose={onClose} />
    );
  return (
    <Stack gap="md">
      <Text>{t("shift.closed")}</Text>
      <Group justify="flex-end" gap="xs">
        {mayHandOver ? (
          <Button
            variant="default"
            leftSection={<IconTransfer size={16} aria-hidden />}
            onClick={() => setHanding(true)}
          >
            {t("shift.hand_over")}
          </Button>
        ) : null}
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
          {t("shift.print")}
        </Button>
        <Button autoFocus onClick={onClose}>
          {t("action.close")}
        </Button>
      </Group>
    </Stack>
  );
}

export function CloseDialog({ record, onClose }: { record: Shift; onClose: () => void }) {
  const words = useResourceWords(shift);
  const { digits } = useFormat();
  const [kept, keep, forget] = useLocalStorage<Kept>({
    key: `lastmile.count.${record.id}`,
    defaultValue: NOTHING,
    getInitialValueInEffect: false,
  });
  const [closed, setClosed] = useState<Shift | null>(null);
  const { committed, earlier, shown } = kept;
  const commit = ({ sum, counts }: Count) =>
    keep({ ...kept, committed: { sum: formatMoney(sum, digits), counts } });
  const again = () => keep({ ...kept, committed: null, earlier: committed ? [committed.sum] : earlier });
  const show = () => keep({ ...kept, shown: true });
  const done = (shiftAsClosed: Shift) => {
    setClosed(shiftAsClosed);
    forget();
  };
  return (
    <FormDialog opened onClose={onClose} title={words.operation("close")} size={480}>
      {closed ? (
        <Closed record={closed} onClose={onClose} />
      ) : committed ? (
        <Compared {...{ record, committed, earlier, shown }} onAgain={again} onShow={show} onClosed={done} />
      ) : (
        <CountForm onCount={commit} />
      )}
    </FormDialog>
  );
}
