// The outbox: what waits, what was refused and why, trying again, dismissing, saving it for support.
import { ActionIcon, Alert, Badge, Button, Group, SegmentedControl, Text, Tooltip } from "@mantine/core";
import {
  IconAlertTriangle,
  IconFileDownload,
  IconInbox,
  IconRotateClockwise,
  IconX,
  type TablerIcon,
} from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { customerOf } from "../../../shared/platform/customer-of-command.ts";
import { type SyncProblem, useConnection } from "../../kernel/connection/connection.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { saveFile } from "../../kernel/desktop-bridge.ts";
import { commandWords, type Translate, useWords } from "../../kernel/i18n/index.ts";
import { commandProblem, syncProblemWords } from "../../kernel/problem-words.ts";
import { isWaiting, type QueuedCommand } from "../../kernel/replica/index.ts";
import { useObservable, useReplica, useRows } from "../../kernel/replica-hooks.ts";
import type { Asked } from "../../kernel/resource/list/filter.ts";
import { ListTable } from "../../kernel/resource/list/list-table.tsx";
import { sourceHere } from "../../kernel/resource/source/use-source.ts";
import { Money, Nothing, StateBadge, Trouble } from "../../kernel/screen/parts.tsx";
import type { Column } from "../../kernel/table/columns.ts";
import { useTableChoice } from "../../kernel/table/use-table-choice.ts";
import { type Format, useFormat } from "../../kernel/use-format.ts";
import { amountOf, canRetry, inOrder, nameIn, needsYou, receiptOf, supportFile } from "./outbox-rows.ts";
import { DismissCommand } from "./review-item/dismiss-command.tsx";
import { ReviewItemCard } from "./review-item/review-item-card.tsx";
import { useGiving } from "./review-item/use-giving.tsx";
import type { AssignSuspenseDialog } from "./review-rows.ts";

const FILTERS = ["OPEN", "ALL"] as const;

/** Why a command is where it is: what the server said of it, or why it does not reach the server. */
function problemOf(command: QueuedCommand, line: SyncProblem | null, t: Translate) {
  if (line?.code === "BETWEEN_PUSH" && isWaiting(command)) return syncProblemWords(line, t);
  return commandProblem(command, t);
}

function Problem({ command }: { command: QueuedCommand }) {
  const t = useWords();
  const line = useConnection((connection) => connection.problem);
  const problem = problemOf(command, line, t);
  if (!problem) return null;
  return (
    <Text fz="sm" lh={1.2} lineClamp={2} title={problem.text} style={{ whiteSpace: "normal" }}>
      {problem.text}
    </Text>
  );
}

function State({ command }: { command: QueuedCommand }) {
  const t = useWords();
  const after = command.retried_as
    ? t("sync.outbox.retried")
    : command.dismissed_at
      ? t("sync.outbox.dismissed")
      : null;
  return (
    <Group gap={6} wrap="nowrap">
      <StateBadge state={command.status} label={t(`sync.state.${command.status}`)} />
      {after ? <Badge color="gray">{after}</Badge> : null}
    </Group>
  );
}

type Names = ReadonlyMap<string, { readonly name: string }>;

function outboxColumns(
  t: Translate,
  format: Format,
  customers: Names,
  line: SyncProblem | null,
): Column<QueuedCommand>[] {
  const nameOf = (command: QueuedCommand) =>
    customers.get(customerOf(command) ?? "")?.name ?? nameIn(command);
  return [
    {
      id: "kind",
      header: t("sync.outbox.kind"),
      width: 130,
      fixed: true,
      value: (command) => commandWords(command.kind, t.language),
    },
    {
      id: "customer",
      header: t("sync.outbox.customer"),
      width: 140,
      value: nameOf,
      text: (command) => nameOf(command) ?? "",
      cell: (command) =>
        customers.has(customerOf(command) ?? "") ? (
          <Text
            component={Link}
            to={`/customers/${customerOf(command)}`}
            fz="sm"
            c="var(--mantine-color-anchor)"
          >
            {nameOf(command)}
          </Text>
        ) : (
          (nameOf(command) ?? "—")
        ),
    },
    {
      id: "amount",
      header: t("sync.outbox.amount"),
      width: 100,
      align: "right",
      value: (command) => {
        const amount = amountOf(command);
        return amount === null ? null : format.minor(amount);
      },
      text: (command) => amountOf(command) ?? "",
      cell: (command) => {
        const amount = amountOf(command);
        return amount === null ? "—" : <Money value={amount} />;
      },
    },
    { id: "receipt", header: t("sync.outbox.receipt"), width: 86, value: receiptOf },
    {
      id: "occurred",
      header: t("sync.outbox.occurred"),
      width: 176,
      value: ({ occurred_at }) => occurred_at,
      cell: ({ occurred_at }) => format.instant(occurred_at),
    },
    {
      id: "state",
      header: t("sync.outbox.state"),
      width: 130,
      fixed: true,
      value: ({ status }) => status,
      cell: (command) => <State command={command} />,
    },
    {
      id: "problem",
      header: t("sync.outbox.problem"),
      width: 170,
      grow: true,
      value: (command) => problemOf(command, line, t)?.text ?? null,
      text: (command) => Object.values(problemOf(command, line, t) ?? {}).join(" · "),
      cell: (command) => <Problem command={command} />,
    },
  ];
}

function Actions({ command }: { command: QueuedCommand }) {
  const t = useWords();
  const replica = useReplica();
  const retry = useCall(() => replica.retry(command.id));
  const [dismissing, setDismissing] = useState(false);
  if (!needsYou(command)) return null;
  const button = (
    label: string,
    Icon: TablerIcon,
    { run, busy = false }: { run: () => unknown; busy?: boolean },
  ) => (
    <Tooltip label={label}>
      <ActionIcon variant="default" aria-label={label} loading={busy} onClick={() => void run()}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    // The row opens the command: its buttons do only what they say.
    <Group gap={6} wrap="nowrap" justify="flex-end" onClick={(event) => event.stopPropagation()}>
      {canRetry(command) ? button(t("sync.outbox.retry"), IconRotateClockwise, retry) : null}
      {button(t("sync.review.close"), IconX, { run: () => setDismissing(true) })}
      {dismissing ? <DismissCommand command={command} onClose={() => setDismissing(false)} /> : null}
    </Group>
  );
}

const ROW_ACTIONS: Column<QueuedCommand> = {
  id: "actions",
  header: "",
  width: 92,
  align: "right",
  fixed: true,
  pinned: true,
  value: () => null,
  cell: (command) => <Actions command={command} />,
};

function SaveForSupport() {
  const t = useWords();
  const replica = useReplica();
  const { commands, damaged } = useObservable(replica.outbox$);
  const save = useCall(async () => {
    const device = await replica.profile.get("device");
    const content = { device, connection: useConnection.getState(), commands, damaged };
    const text = supportFile(content, new Date().toISOString());
    await saveFile("lastmile-outbox.json", new TextEncoder().encode(text), "application/json");
  });
  return (
    <>
      <Tooltip label={t("sync.export_hint")}>
        <Button
          variant="default"
          leftSection={<IconFileDownload size={16} aria-hidden />}
          loading={save.busy}
          disabled={commands.length === 0 && damaged.length === 0}
          onClick={() => void save.run()}
        >
          {t("sync.export")}
        </Button>
      </Tooltip>
      <Trouble error={save.error} />
    </>
  );
}

/** Whether there is something to be done about it still, or it is only looked up. */
const isOpen = (command: QueuedCommand) => isWaiting(command) || needsYou(command);

export function OutboxTab({ AssignSuspense }: { AssignSuspense: AssignSuspenseDialog }) {
  const t = useWords();
  const format = useFormat();
  const replica = useReplica();
  const { commands, damaged } = useObservable(replica.outbox$);
  const line = useConnection((connection) => connection.problem);
  const named = useMemo(() => [...new Set(commands.map(customerOf).filter((id) => id !== null))], [commands]);
  const known = useRows("customers", { selector: { id: { $in: named } } });
  const customers = useMemo(() => new Map((known ?? []).map((row) => [row.id, row])), [known]);
  const [asked, setAsked] = useState<Asked>({ query: "", filter: { show: "OPEN" } });
  const [open, setOpen] = useState<string | null>(null);
  const { give, dialog } = useGiving(AssignSuspense);
  const columns = useMemo(() => outboxColumns(t, format, customers, line), [t, format, customers, line]);
  const choice = useTableChoice("outbox", columns);
  const isAll = asked.filter.show === "ALL";
  const rows = useMemo(() => (isAll ? commands : commands.filter(isOpen)), [commands, isAll]);
  return (
    <>
      {damaged.length > 0 ? (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title={t("sync.damaged", { n: format.number(damaged.length) })}
        >
          {t("sync.damaged_hint")}
        </Alert>
      ) : null}
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={t("sync.outbox.state")}
          value={isAll ? "ALL" : "OPEN"}
          onChange={(show) => setAsked({ query: "", filter: { show } })}
          data={FILTERS.map((value) => ({ value, label: t(`sync.outbox.${value}`) }))}
        />
        <SaveForSupport />
      </Group>
      <ListTable
        label={t("sync.outbox")}
        list="outbox"
        fileName="outbox"
        columns={columns}
        rowActions={ROW_ACTIONS}
        choice={choice}
        source={sourceHere(rows, commands.length)}
        arrange={inOrder}
        asked={asked}
        onAsk={setAsked}
        onOpen={({ id }) => setOpen(id)}
        empty={
          <Nothing
            icon={IconInbox}
            title={t(isAll ? "sync.outbox.none_all" : "sync.outbox.none")}
            hint={t("sync.outbox.none_hint")}
          />
        }
      />
      {open === null ? null : (
        <ReviewItemCard item={null} command={open} onGive={give} onClose={() => setOpen(null)} />
      )}
      {dialog}
    </>
  );
}
