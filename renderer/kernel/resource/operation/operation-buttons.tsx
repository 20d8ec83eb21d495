// What can be done to records, as buttons: those that the role may and that make sense in their state.
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { useCall } from "../../connection/use-connection.ts";
import { useResourceWords, useWords } from "../../i18n/index.ts";
import { problemWords } from "../../problem-words.ts";
import { type AnyRecord, titleOf } from "../fields.ts";
import type { Action } from "./action.ts";
import { OperationDialog } from "./operation-dialog.tsx";
import { useOperate } from "./use-operate.ts";

interface OperationButtonsProps {
  resource: Resource;
  actions: readonly Action[];
  /** One record, or those that were chosen in a list. */
  records: readonly AnyRecord[];
  /** Small ones, as in a row or above a list. */
  compact?: boolean;
  /** Pictures alone. */
  in_row?: boolean;
  onDone?: () => void;
}

export function OperationButtons({
  resource,
  actions,
  records,
  compact,
  in_row,
  onDone,
}: OperationButtonsProps) {
  const t = useWords();
  const words = useResourceWords(resource);
  const { may, ready, run } = useOperate();
  const [open, setOpen] = useState<Action | null>(null);
  const offered = actions.filter(
    ({ operation, when, many }) =>
      may(operation) && (records.length === 1 || many) && records.every((record) => when?.(record) ?? true),
  );
  const doing = useCall(async ({ operation }: Action, record: AnyRecord) => {
    const name = words.operation(operation.action);
    try {
      await run(operation, record.id, {});
    } catch (error) {
      notifications.show({ color: "red", title: name, message: problemWords(error, t).text });
      return;
    }
    notifications.show({
      color: "green",
      message: t("operation.done", { name, who: titleOf(resource, record) }),
    });
    onDone?.();
  });
  const start = (action: Action) => {
    const [record] = records;
    if (!ready(action.operation) || doing.busy) return;
    if (action.at_once && record && records.length === 1) void doing.run(action, record);
    else setOpen(action);
  };
  return (
    <>
      {offered.map((action) => {
        const { operation, icon: Icon, danger } = action;
        const now = ready(operation);
        const name = words.operation(operation.action);
        if (in_row && Icon) {
          return (
            <Tooltip key={operation.name} label={now ? name : t("record.needs_line")}>
              <ActionIcon
                aria-label={name}
                c={danger ? "var(--mantine-color-error)" : undefined}
                aria-disabled={!now || undefined}
                data-disabled={!now || undefined}
                onClick={(event) => {
                  // The row opens otherwise.
                  event.stopPropagation();
                  start(action);
                }}
              >
                <Icon size={16} />
              </ActionIcon>
            </Tooltip>
          );
        }
        return (
          <Tooltip key={operation.name} label={t("record.needs_line")} disabled={now}>
            <Button
              variant="default"
              size={compact ? "compact-sm" : "sm"}
              c={danger ? "var(--mantine-color-error)" : undefined}
              leftSection={Icon ? <Icon size={16} aria-hidden /> : null}
              aria-disabled={!now || undefined}
              data-disabled={!now || undefined}
              onClick={() => start(action)}
            >
              {name}
            </Button>
          </Tooltip>
        );
      })}
      {open ? (
        <OperationDialog
          resource={resource}
          action={open}
          records={records}
          onClose={(done) => {
            setOpen(null);
            if (done) onDone?.();
          }}
        />
      ) : null}
    </>
  );
}
