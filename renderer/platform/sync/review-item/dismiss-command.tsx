// Taking a refused command off the list, with the reason: it stays on this computer for 45 days.
import { Text } from "@mantine/core";
import { commandWords, useWords } from "../../../kernel/i18n/index.ts";
import { commandProblem } from "../../../kernel/problem-words.ts";
import type { QueuedCommand } from "../../../kernel/replica/index.ts";
import { useReplica } from "../../../kernel/replica-hooks.ts";
import { ReasonDialog } from "../../../kernel/screen/reason-dialog.tsx";

/** Why a matter is dismissed, the commonest first: keys of the dictionary. */
export const DISMISSED_FOR = [
  "review.dismiss.checked",
  "review.dismiss.corrected",
  "review.dismiss.test",
] as const;

interface DismissCommandProps {
  command: QueuedCommand;
  onDone?: () => void;
  onClose: () => void;
}

export function DismissCommand({ command, onDone, onClose }: DismissCommandProps) {
  const t = useWords();
  const replica = useReplica();
  return (
    <ReasonDialog
      title={t("refused.dismiss_title", { what: commandWords(command.kind, t.language) })}
      reasons={DISMISSED_FOR.map((reason) => t(reason))}
      required
      confirm={t("review.dismiss")}
      onConfirm={async (reason) => {
        await replica.dismiss(command.id, reason);
        onDone?.();
      }}
      onClose={onClose}
    >
      <Text fz="sm">{commandProblem(command, t)?.text ?? t("refused.unknown")}</Text>
    </ReasonDialog>
  );
}
