// Asks before records are deleted.
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { useResourceWords, useWords } from "../../i18n/index.ts";
import { type AnyRecord, titleOf } from "../fields.ts";
import { ManyDialog } from "./many-dialog.tsx";

interface DeleteDialogProps {
  resource: Resource;
  records: readonly AnyRecord[];
  onDelete: (record: AnyRecord) => Promise<unknown>;
  onClose: (done: boolean) => void;
}

export function DeleteDialog({ resource, records, onDelete, onClose }: DeleteDialogProps) {
  const t = useWords();
  const words = useResourceWords(resource);
  const [one] = records;
  const name = records.length === 1 && one ? titleOf(resource, one) : String(records.length);
  return (
    <ManyDialog
      resource={resource}
      records={records}
      title={records.length === 1 ? words.operation("delete") : t("record.delete_many", { many: words.many })}
      text={t(records.length === 1 ? "record.delete_text" : "record.delete_many_text", { name })}
      confirm={t("record.delete")}
      done={t(records.length === 1 ? "record.deleted" : "record.deleted_many", { name })}
      danger
      run={onDelete}
      onClose={onClose}
    />
  );
}
