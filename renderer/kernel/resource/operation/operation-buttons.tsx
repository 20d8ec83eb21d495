// What can be done to records, as buttons: those that the role may and that make sense in their state.
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { useResourceWords, useWords } from "../../i18n/index.ts";
import { usePageActions } from "../../page-actions/page-actions.ts";
import type { AnyRecord } from "../fields.ts";
import type { Action } from "./action.ts";
import { useOperate } from "./use-operate.ts";
import { useStart } from "./use-start.tsx";

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
  const { may, ready } = useOperate();
  const { start, dialog } = useStart(resource, onDone);
  const offered = actions.filter(
    ({ operation, when, many }) =>
      may(operation) && (records.length === 1 || many) && records.every((record) => when?.(record) ?? true),
  );
  // Those of a record's page; what stands in a row or above chosen rows belongs to those rows.
  const ofPage = in_row || compact ? [] : offered.filter(({ operation }) => ready(operation));
  usePageActions(
    ofPage.map((action) => ({
      id: action.operation.action,
      label: words.operation(action.operation.action),
      icon: action.icon,
      run: () => start(action, records),
    })),
  );
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
                  start(action, records);
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
              onClick={() => start(action, records)}
            >
              {name}
            </Button>
          </Tooltip>
        );
      })}
      {dialog}
    </>
  );
}
