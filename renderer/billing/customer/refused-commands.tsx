// What the server refused about this customer, with its reason: correct, retry, or dismiss. Nothing disappears by itself.
import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { commandWords, useWords } from "../../kernel/i18n/index.ts";
import { commandProblem } from "../../kernel/problem-words.ts";
import type { QueuedCommand } from "../../kernel/replica/index.ts";
import { usePending, useReplica } from "../../kernel/replica-hooks.ts";
import { Details, Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { DismissCommand } from "../../platform/index.ts";
import { CustomerForm } from "../../subscribers/index.ts";

interface RefusedProps {
  command: QueuedCommand;
  /** Null where no form can put it right. */
  onCorrect: (() => void) | null;
}

function Refused({ command, onCorrect }: RefusedProps) {
  const t = useWords();
  const format = useFormat();
  const replica = useReplica();
  const suspense = command.status === "SUSPENSE";
  const retrying = useCall(() => replica.retry(command.id));
  const [dismissing, setDismissing] = useState(false);
  const problem = commandProblem(command, t);
  return (
    <Alert color={suspense ? "orange" : "red"} icon={<IconAlertTriangle size={18} />} role="alert">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fz="sm" fw={600}>
            {commandWords(command.kind, t.language)} · {format.instant(command.occurred_at)}
          </Text>
          <Text fz="sm">{suspense ? t("refused.suspense") : (problem?.text ?? t("refused.unknown"))}</Text>
          {problem ? <Details text={problem.details} /> : null}
        </div>
        <Group gap="xs" wrap="nowrap">
          {onCorrect ? (
            <Button size="xs" onClick={onCorrect}>
              {t("refused.correct")}
            </Button>
          ) : null}
          {suspense ? null : (
            <Button size="xs" variant="default" loading={retrying.busy} onClick={() => void retrying.run()}>
              {t("action.again")}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => setDismissing(true)}>
            {t("sync.review.close")}
          </Button>
        </Group>
      </Group>
      <Trouble error={retrying.error} />
      {dismissing ? <DismissCommand command={command} onClose={() => setDismissing(false)} /> : null}
    </Alert>
  );
}

/** The kinds that a form can put right. */
const CORRECTABLE = ["customer.create", "customer.update"];

interface RefusedCommandsProps {
  customerId: string;
  /** As the server knows them; null: it does not. */
  customer: Customer | null;
}

export function RefusedCommands({ customerId, customer }: RefusedCommandsProps) {
  const [params, setParams] = useSearchParams();
  const commands = usePending("customers", customerId).filter(
    ({ status, dismissed_at }) => (status === "REJECTED" || status === "SUSPENSE") && !dismissed_at,
  );
  const open = (id: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (id) after.set("correct", id);
        else after.delete("correct");
        return after;
      },
      { replace: true },
    );
  const correctable = ({ kind, status }: QueuedCommand) =>
    status === "REJECTED" && CORRECTABLE.includes(kind) && (kind === "customer.create" || customer !== null);
  const correcting = commands.find((command) => command.id === params.get("correct") && correctable(command));
  return (
    <>
      {commands.map((command) => (
        <Refused
          key={command.id}
          command={command}
          onCorrect={correctable(command) ? () => open(command.id) : null}
        />
      ))}
      {correcting ? (
        <CustomerForm
          key={correcting.id}
          customer={correcting.kind === "customer.create" ? null : customer}
          correcting={correcting}
          onClose={() => open(null)}
        />
      ) : null}
    </>
  );
}
