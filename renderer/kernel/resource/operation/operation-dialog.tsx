// The dialog of an operation, made from its input: a question, a reason, or a form.
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { FormDialog } from "../../form/form-dialog.tsx";
import { inputShape } from "../../form/form-shape.ts";
import { KeepingForm } from "../../form/kept-form.tsx";
import { useResourceWords, useWords } from "../../i18n/index.ts";
import { ReasonDialog } from "../../screen/reason-dialog.tsx";
import { type AnyRecord, titleOf } from "../fields.ts";
import { ResourceForm } from "../form/resource-form.tsx";
import { type Secret, ShownOnce, secretsIn } from "../form/shown-once.tsx";
import type { Action } from "./action.ts";
import { ManyDialog } from "./many-dialog.tsx";
import { type Input, useOperate } from "./use-operate.ts";
import { useOutcome } from "./use-outcome.tsx";

interface OperationDialogProps {
  resource: Resource;
  action: Action;
  /** One record or many. */
  records: readonly AnyRecord[];
  /** What is known of the input, and not asked for. */
  given?: Input;
  onClose: (done: boolean) => void;
}

export function OperationDialog({ resource, action, records, given = {}, onClose }: OperationDialogProps) {
  const t = useWords();
  const words = useResourceWords(resource);
  const { run, ready } = useOperate();
  const outcomeOf = useOutcome(resource, action.operation, records);
  const { operation, danger, reasons = [], preview: Preview, dialog: Own } = action;
  const [once, setOnce] = useState<readonly Secret[]>([]);
  const [record] = records;
  if (!record) return null;
  if (once.length > 0) return <ShownOnce resource={resource} secrets={once} onClose={() => onClose(true)} />;
  if (Own) return <Own record={record} records={records} onClose={() => onClose(true)} />;
  const name = words.operation(operation.action);
  const who = records.length === 1 ? titleOf(resource, record) : t("list.chosen", { n: records.length });
  const title = t("operation.title", { name, who });
  const shape = inputShape(operation.input, Object.keys(given));
  const members = Object.keys(shape.fields).filter((member) => member !== "id");
  const preview = (input: Input) => (Preview ? <Preview {...{ record, records, input }} /> : null);
  const withReason = (reason: string) => (reason ? { ...given, reason } : given);
  const finish = () => {
    notifications.show({ color: "green", message: t("operation.done", { name, who }) });
    onClose(true);
  };
  if (members.length === 0 || records.length > 1) {
    return (
      <ManyDialog
        resource={resource}
        records={records}
        title={title}
        text={t("operation.sure", { name, who })}
        confirm={name}
        done={t("operation.done", { name, who })}
        danger={danger}
        outcome={outcomeOf(given)}
        run={(one) => run(operation, one.id, given)}
        onClose={onClose}
      >
        {preview(given)}
      </ManyDialog>
    );
  }
  if (members.length === 1 && members[0] === "reason") {
    return (
      <ReasonDialog
        title={title}
        reasons={reasons.map((key) => t(key))}
        required={shape.fields.reason?.required ?? false}
        confirm={name}
        danger={danger}
        blocked={!ready(operation)}
        outcome={(reason) => outcomeOf(withReason(reason))}
        onConfirm={async (reason) => {
          await run(operation, record.id, withReason(reason));
          finish();
        }}
        onClose={() => onClose(false)}
      >
        {preview(given)}
      </ReasonDialog>
    );
  }
  return (
    <KeepingForm
      name={`${resource.name}.${operation.action}`}
      begin={{ record: null, defaults: { id: record.id, ...given } }}
    >
      {(kept) => (
        <FormDialog
          opened
          onClose={() => {
            kept.forget();
            onClose(false);
          }}
          title={title}
          size={560}
        >
          {kept.told}
          <ResourceForm
            resource={resource}
            shape={shape}
            groups={[{ fields: members }]}
            record={null}
            typed={kept.typed}
            onTyped={kept.onTyped}
            proposals={{ reason: reasons.map((key) => t(key)) }}
            inputs={action.inputs}
            submitLabel={name}
            danger={danger}
            blocked={!ready(operation)}
            outcome={(body) => {
              const input = { ...given, ...body };
              const { shown, problem } = outcomeOf(input);
              const more = (
                <>
                  {preview(input)}
                  {shown}
                </>
              );
              return { shown: more, problem };
            }}
            onSubmit={async (body) => {
              const answer = await run(operation, record.id, { ...given, ...body });
              kept.forget();
              const secrets = secretsIn(operation, answer as Record<string, unknown> | null);
              if (secrets.length > 0) setOnce(secrets);
              else finish();
            }}
          />
        </FormDialog>
      )}
    </KeepingForm>
  );
}
