// One command of the outbox in full: what it was, what the server said, and what can be done now.
import { Alert, Button, Group, Modal, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "react-router";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { commandWords, useWords } from "../../kernel/i18n/index.ts";
import { commandProblem } from "../../kernel/problem-words.ts";
import type { QueuedCommand } from "../../kernel/replica/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { Details, Fact, Money, StateBadge, Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { amountOf, canCorrect, canRetry, customerOf, needsYou, receiptOf } from "./outbox-rows.ts";

function Content({
  command,
  name,
  onClose,
}: {
  command: QueuedCommand;
  name: string | null;
  onClose: () => void;
}) {
  const t = useWords();
  const format = useFormat();
  const replica = useReplica();
  const retry = useCall(async () => {
    await replica.retry(command.id);
    onClose();
  });
  const dismiss = useCall(async () => {
    await replica.dismiss(command.id);
    onClose();
  });
  const problem = commandProblem(command, t);
  const amount = amountOf(command);
  return (
    <Stack gap="md">
      <SimpleGrid cols={2} spacing="sm">
        <Fact label={t("sync.outbox.customer")}>{name ?? "—"}</Fact>
        <Fact label={t("sync.outbox.state")}>
          <StateBadge state={command.status} label={t(`sync.state.${command.status}`)} />
        </Fact>
        <Fact label={t("sync.outbox.amount")}>
          {amount === null ? "—" : <Money value={amount} currency />}
        </Fact>
        <Fact label={t("sync.outbox.receipt")}>{receiptOf(command) ?? "—"}</Fact>
        <Fact label={t("sync.outbox.occurred")}>{format.instant(command.occurred_at)}</Fact>
      </SimpleGrid>
      {problem ? (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />} title={t("sync.outbox.problem")}>
          <Text fz="sm">{problem.text}</Text>
          <Details text={problem.details} />
        </Alert>
      ) : null}
      <Trouble error={retry.error ?? dismiss.error} />
      <Group justify="flex-end" gap="xs">
        {needsYou(command) ? (
          <Button variant="default" loading={dismiss.busy} onClick={() => void dismiss.run()}>
            {t("sync.outbox.dismiss")}
          </Button>
        ) : null}
        {canCorrect(command) ? (
          <Button
            variant="default"
            component={Link}
            to={`/customers/${customerOf(command)}?correct=${command.id}`}
          >
            {t("refused.correct")}
          </Button>
        ) : null}
        {canRetry(command) ? (
          <Button loading={retry.busy} onClick={() => void retry.run()}>
            {t("sync.outbox.retry")}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {t("action.close")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface CommandDialogProps {
  /** Null: closed. */
  command: QueuedCommand | null;
  /** Whom it is about. */
  name: string | null;
  onClose: () => void;
}

export function CommandDialog({ command, name, onClose }: CommandDialogProps) {
  const t = useWords();
  return (
    <Modal
      opened={command !== null}
      onClose={onClose}
      title={command ? commandWords(command.kind, t.language) : ""}
    >
      {command ? <Content key={command.id} command={command} name={name} onClose={onClose} /> : null}
    </Modal>
  );
}
