// The dialog in which a resource's record is made or changed.
import { Alert } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconCloudOff } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { z } from "zod";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import { useBegun } from "../../expected/use-begun.ts";
import { FormDialog } from "../../form/form-dialog.tsx";
import { type FormShape, inputShape } from "../../form/form-shape.ts";
import { KeepingForm, type KeptForm } from "../../form/kept-form.tsx";
import { type AnyRecord, knownTitle, titleOf } from "../fields.ts";
import type { Writer } from "../source/use-writer.ts";
import { useReading } from "../use-reading.ts";
import { type FormGroup, ResourceForm, type ResourceFormProps } from "./resource-form.tsx";
import { type Secret, ShownOnce, secretsIn } from "./shown-once.tsx";

export interface RecordDialogProps
  extends Partial<
    Pick<
      ResourceFormProps,
      | "defaults"
      | "hints"
      | "tidy"
      | "derive"
      | "check"
      | "locked"
      | "inputs"
      | "above"
      | "notice"
      | "outcome"
      | "children"
    >
  > {
  resource: Resource;
  /** Null makes a new one. */
  record: AnyRecord | null;
  groups?: readonly FormGroup[];
  /** Fields that are left as they are. */
  without?: readonly string[];
  writer: Writer;
  onClose: () => void;
}

/** The groups as far as this form can set their fields; one group of all where a screen names none. */
function groupsOf(
  { fields }: FormShape,
  resource: Resource,
  without: readonly string[],
  groups?: readonly FormGroup[],
): FormGroup[] {
  // The id is the program's own; what the input has beside the resource's fields comes last.
  const settable = Object.keys(fields).filter((name) => name !== "id" && !without.includes(name));
  if (!groups) return [{ fields: settable }];
  const further = settable.filter((name) => own(resource.fields, name) === undefined);
  return [...groups, { fields: further }]
    .map((group) => ({ ...group, fields: group.fields.filter((name) => settable.includes(name)) }))
    .filter((group) => group.fields.length > 0);
}

export function RecordDialog(props: RecordDialogProps) {
  const { resource, record, defaults } = props;
  return (
    <KeepingForm name={resource.name} begin={{ record, defaults }}>
      {(kept) => <Fields {...props} kept={kept} />}
    </KeepingForm>
  );
}

interface FieldsProps extends RecordDialogProps {
  kept: KeptForm<AnyRecord | null>;
}

function Fields(props: FieldsProps) {
  const { resource, record: _now, groups, without = [], writer, onClose: close, kept, ...form } = props;
  const record = useBegun(kept.record);
  const { t, words, nameOf } = useReading(resource);
  const creating = record === null;
  const operation = writer.operation(creating ? "create" : "update");
  const shape = useMemo(() => inputShape(operation?.input ?? z.strictObject({})), [operation]);
  const [once, setOnce] = useState<readonly Secret[]>([]);
  const ready = writer.ready(creating ? "create" : "update");
  const onClose = () => {
    kept.forget();
    close();
  };
  const save = async (body: Record<string, unknown>) => {
    const answer = creating ? await writer.create(body) : null;
    const secrets = operation ? secretsIn(operation, answer) : [];
    if (record !== null && Object.keys(body).length > 0) await writer.update(record, body);
    const name = knownTitle(resource, { ...record, ...body, ...answer }, nameOf) ?? words.one;
    notifications.show({ color: "green", message: t(creating ? "record.added" : "record.saved", { name }) });
    kept.forget();
    if (secrets.length > 0) setOnce(secrets);
    else close();
  };
  if (once.length > 0) return <ShownOnce resource={resource} secrets={once} onClose={close} />;
  return (
    <FormDialog
      opened
      onClose={onClose}
      size={680}
      title={
        creating ? words.operation("create") : t("record.edit", { name: titleOf(resource, record, nameOf) })
      }
    >
      {kept.told}
      <ResourceForm
        resource={resource}
        shape={shape}
        groups={groupsOf(shape, resource, without, groups)}
        record={record}
        submitLabel={t("action.save")}
        blocked={!ready}
        onSubmit={save}
        typed={kept.typed}
        onTyped={kept.onTyped}
        {...form}
      >
        {ready ? null : (
          <Alert color="orange" icon={<IconCloudOff size={18} />}>
            {t("record.needs_line")}
          </Alert>
        )}
        {form.children}
      </ResourceForm>
    </FormDialog>
  );
}
