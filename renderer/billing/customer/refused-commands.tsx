// What the server refused about this customer, with its reason: retry, or put away. Nothing disappears by itself.
import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type Key, useWords } from "../../kernel/i18n/index.ts";
import type { QueuedCommand } from "../../kernel/replica/index.ts";
import { usePending, useReplica } from "../../kernel/replica-hooks.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { useCall } from "../../kernel/use-line.ts";

function Refused({ command }: { command: QueuedCommand }) {
  const t = useWords();
  const format = useFormat();
  const replica = useReplica();
  const suspense = command.status === "SUSPENSE";
  const retrying = useCall(() => replica.retry(command.id));
  const dismissing = useCall(() => replica.dismiss(command.id));
  return (
    <Alert color={suspense ? "orange" : "red"} icon={<IconAlertTriangle size={18} />} role="alert">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fz="sm" fw={600}>
            {t(`command.${command.kind}` as Key)} · {format.instant(command.occurred_at)}
          </Text>
          <Text fz="sm">
            {suspense ? t("refused.suspense") : (command.problem?.detail ?? t("refused.unknown"))}
          </Text>
          {command.problem ? (
            <Text fz="xs" c="dimmed">
              {command.problem.code}
            </Text>
          ) : null}
        </div>
        <Group gap="xs" wrap="nowrap">
          {suspense ? null : (
            <Button size="xs" variant="default" loading={retrying.busy} onClick={() => void retrying.run()}>
              {t("action.again")}
            </Button>
          )}
          <Button size="xs" variant="default" loading={dismissing.busy} onClick={() => void dismissing.run()}>
            {t("action.dismiss")}
          </Button>
        </Group>
      </Group>
      <Trouble error={retrying.error ?? dismissing.error} />
    </Alert>
  );
}

export function RefusedCommands({ customerId }: { customerId: string }) {
  const commands = usePending("customers", customerId).filter(
    ({ status, dismissed_at }) => (status === "REJECTED" || status === "SUSPENSE") && !dismissed_at,
  );
  return commands.map((command) => <Refused key={command.id} command={command} />);
}
