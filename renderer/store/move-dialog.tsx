// Stock that comes in, goes out or was counted, by the keyboard alone: quantity, what happened, Enter.
import { Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { moveStoreItem, storeItem, storeMovement } from "../../shared/store/index.ts";
import { FormDialog } from "../kernel/form/form-dialog.tsx";
import { inputShape } from "../kernel/form/form-shape.ts";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { ResourceForm } from "../kernel/resource/form/resource-form.tsx";
import { common } from "../kernel/resource/kinds/inputs.tsx";
import type { InputProps } from "../kernel/resource/kinds/kind.ts";
import type { ActionDialogProps } from "../kernel/resource/operation/action.ts";
import { useOperate } from "../kernel/resource/operation/use-operate.ts";

const shape = inputShape(moveStoreItem.input);
/** What is moved most often. */
const DEFAULTS = { movement_type: "OUT" };

/** One serial number a line, as a scanner types them. */
function SerialNumbers(props: InputProps) {
  const lines: string[] = props.value ? JSON.parse(String(props.value)) : [];
  return (
    <Textarea
      {...common(props)}
      autosize
      minRows={2}
      maxRows={8}
      className="figures"
      value={lines.join("\n")}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value;
        props.onChange(typed === "" ? "" : JSON.stringify(typed.split("\n")));
      }}
      onBlur={() => props.onChange(lines.some(Boolean) ? JSON.stringify(lines.filter(Boolean)) : "")}
    />
  );
}

export function MoveDialog({ record, onClose }: ActionDialogProps) {
  const t = useWords();
  const { operation } = useResourceWords(storeItem);
  const { run } = useOperate();
  const name = operation("move");
  const who = String(record.name);
  const serials = record.serial_tracked === true ? ["serial_numbers"] : [];
  return (
    <FormDialog opened onClose={onClose} title={t("operation.title", { name, who })} size={560}>
      <ResourceForm
        resource={storeMovement}
        shape={shape}
        groups={[{ fields: ["quantity", "movement_type", "staff", ...serials, "task", "customer", "note"] }]}
        record={null}
        defaults={DEFAULTS}
        hints={{ quantity: String(record.unit) }}
        inputs={{ serial_numbers: SerialNumbers }}
        submitLabel={name}
        onSubmit={async (body) => {
          await run(moveStoreItem, record.id, body);
          notifications.show({ color: "green", message: t("operation.done", { name, who }) });
          onClose();
        }}
      />
    </FormDialog>
  );
}
