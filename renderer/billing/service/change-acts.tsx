// What can be done with a change of package at its line of the timeline: one that waits is called off, the latest that holds
// is taken back as long as the server would do it.
import { serviceChange, undoChange } from "../../../shared/billing/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import type { AnyRecord } from "../../kernel/resource/fields.ts";
import { OperationButtons } from "../../kernel/resource/operation/operation-buttons.tsx";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import type { LineActsProps } from "../../kernel/timeline/told.ts";
import { CHANGE_ACTIONS, undoPreviewPath } from "./change-actions.ts";

/** Whether a customer had no later change that holds. */
const isLatest = ({ id, created_at }: AnyRecord, all: readonly AnyRecord[]): boolean =>
  all.every(
    (other) => other.id === id || other.state !== "DONE" || String(other.created_at) < String(created_at),
  );

/** At a line of the timeline: nothing that the server would refuse is offered. */
export function ChangeActs({ record, all }: LineActsProps) {
  const { may } = useOperate();
  const isUndoable = record.state === "DONE" && may(undoChange) && isLatest(record, all);
  const preview = useAsk<object>(isUndoable ? undoPreviewPath(record) : null);
  if (record.state !== "SCHEDULED" && preview.data === null) return null;
  return <OperationButtons resource={serviceChange} actions={CHANGE_ACTIONS} records={[record]} compact />;
}
