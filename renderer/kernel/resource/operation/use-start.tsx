// How an operation on records is begun: at once where nothing is left to be asked, else with its dialog.
import { notifications } from "@mantine/notifications";
import { type ReactNode, useState } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { useCall } from "../../connection/use-connection.ts";
import { inputShape } from "../../form/form-shape.ts";
import { useResourceWords, useWords } from "../../i18n/index.ts";
import { problemWords } from "../../problem-words.ts";
import { type AnyRecord, titleOf } from "../fields.ts";
import type { Action } from "./action.ts";
import { OperationDialog } from "./operation-dialog.tsx";
import { type Input, useOperate } from "./use-operate.ts";

interface Started {
  readonly action: Action;
  readonly records: readonly AnyRecord[];
  readonly given: Input;
}

export interface Starter {
  /** @param given what is known of the input; the rest is asked for. */
  start(action: Action, records: readonly AnyRecord[], given?: Input): void;
  /** Belongs on the page. */
  readonly dialog: ReactNode;
}

/** Whether everything that the operation takes is known. */
const isWhole = ({ operation }: Action, given: Input) =>
  Object.keys(inputShape(operation.input, Object.keys(given)).fields).every((name) => name === "id");

export function useStart(resource: Resource, onDone?: () => void): Starter {
  const t = useWords();
  const words = useResourceWords(resource);
  const { ready, run } = useOperate();
  const [open, setOpen] = useState<Started | null>(null);
  const doing = useCall(async ({ operation }: Action, record: AnyRecord, given: Input) => {
    const name = words.operation(operation.action);
    try {
      await run(operation, record.id, given);
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
  const start: Starter["start"] = (action, records, given = {}) => {
    const [record] = records;
    if (!ready(action.operation) || doing.busy) return;
    const isSaid = Object.keys(given).length > 0 && isWhole(action, given);
    if ((action.at_once || isSaid) && record && records.length === 1) void doing.run(action, record, given);
    else setOpen({ action, records, given });
  };
  const dialog = open ? (
    <OperationDialog
      resource={resource}
      {...open}
      onClose={(done) => {
        setOpen(null);
        if (done) onDone?.();
      }}
    />
  ) : null;
  return { start, dialog };
}
