// The same for one record or for many: asked before, and of each that failed it is said why.
import { Alert, Button, Group, List, Progress, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useState } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { useCall } from "../../connection/use-connection.ts";
import { Dialog } from "../../form/dialog.tsx";
import { useWords } from "../../i18n/index.ts";
import type { Outcome } from "../../outcome.ts";
import { problemWords } from "../../problem-words.ts";
import { Trouble } from "../../trouble.tsx";
import { useFormat } from "../../use-format.ts";
import { type AnyRecord, titleOf } from "../fields.ts";

interface ManyDialogProps {
  resource: Resource;
  records: readonly AnyRecord[];
  title: string;
  text: string;
  /** Said on the button. */
  confirm: string;
  /** Said when it is done with all, with their number. */
  done: string;
  danger?: boolean;
  children?: ReactNode;
  /** What it will do to the one record. */
  outcome?: Outcome;
  /** Whether something is missing still. */
  blocked?: boolean;
  run: (record: AnyRecord) => Promise<unknown>;
  /** `done`: those it was done with; the others stay as they were. */
  onClose: (done: boolean) => void;
}

interface Failed {
  readonly record: AnyRecord;
  readonly error: unknown;
}

/** Does the same to one record or to many, one after the other; what fails is named and stops nothing. */
export function ManyDialog(props: ManyDialogProps) {
  const { resource, records, title, text, confirm, done, danger, children, outcome, run, onClose } = props;
  const format = useFormat();
  /** How far it is; null before it begins. */
  const [at, setAt] = useState<number | null>(null);
  const t = useWords();
  const [left, setLeft] = useState(records);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const doing = useCall(async () => {
    const failures: Failed[] = [];
    for (const [index, record] of left.entries()) {
      setAt(index);
      try {
        await run(record);
      } catch (error) {
        failures.push({ record, error });
      }
    }
    setAt(null);
    setFailed(failures);
    setLeft(failures.map(({ record }) => record));
    if (failures.length > 0) return;
    notifications.show({ color: "green", message: done });
    onClose(true);
  });
  return (
    <Dialog opened onClose={() => onClose(left.length < records.length)} size="md" title={title}>
      <Stack gap="md">
        <Text fz="sm">{text}</Text>
        {children}
        {outcome?.shown}
        {failed.length === 0 ? <Trouble error={outcome?.problem} /> : null}
        {failed.length === 0 && left.length > 1 ? (
          <List fz="sm" spacing={2} mah={180} style={{ overflowY: "auto" }}>
            {left.map((record) => (
              <List.Item key={record.id}>{titleOf(resource, record)}</List.Item>
            ))}
          </List>
        ) : null}
        {at !== null && left.length > 1 ? (
          <Progress value={(100 * at) / left.length} aria-label={title} />
        ) : null}
        {failed.length > 0 && records.length > 1 ? (
          <Text fz="sm" fw={600} role="status">
            {t("record.many_failed", {
              done: format.number(records.length - left.length),
              failed: format.number(left.length),
            })}
          </Text>
        ) : null}
        {failed.map(({ record, error }) => (
          <Alert key={record.id} color="red" variant="light" role="alert" title={titleOf(resource, record)}>
            {problemWords(error, t).text}
          </Alert>
        ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onClose(left.length < records.length)}>
            {t("action.cancel")}
          </Button>
          <Button
            color={danger ? "red" : undefined}
            loading={doing.busy}
            disabled={props.blocked}
            onClick={() => void doing.run()}
            data-autofocus
          >
            {failed.length > 0 ? t("action.again") : confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
