// What can be done to records, as buttons: those that the role may and that make sense in their state.
import { Button, Tooltip } from "@mantine/core";
import { useState } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { useResourceWords, useWords } from "../../i18n/index.ts";
import type { AnyRecord } from "../fields.ts";
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
  onDone?: () => void;
}

export function OperationButtons({ resource, actions, records, compact, onDone }: OperationButtonsProps) {
  const t = useWords();
  const words = useResourceWords(resource);
  const { may, ready } = useOperate();
  const [open, setOpen] = useState<Action | null>(null);
  const offered = actions.filter(
    ({ operation, when, many }) =>
      may(operation) && (records.length === 1 || many) && records.every((record) => when?.(record) ?? true),
  );
  return (
    <>
      {offered.map((action) => {
        const { operation, icon: Icon, danger } = action;
        const now = ready(operation);
        return (
          <Tooltip key={operation.name} label={t("record.needs_line")} disabled={now}>
            <Button
              variant="default"
              size={compact ? "compact-sm" : "sm"}
              c={danger ? "var(--mantine-color-error)" : undefined}
              leftSection={Icon ? <Icon size={16} aria-hidden /> : null}
              aria-disabled={!now || undefined}
              data-disabled={!now || undefined}
              onClick={() => {
                if (now) setOpen(action);
              }}
            >
              {words.operation(operation.action)}
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
