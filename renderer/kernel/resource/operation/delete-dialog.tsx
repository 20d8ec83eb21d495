// Asks before records are deleted; of those that can't be, it is said why.
import { Alert, Button, Group, Stack } from "@mantine/core";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { Dialog } from "../../form/dialog.tsx";
import { type Key, useResourceWords, useWords } from "../../i18n/index.ts";
import { type AnyRecord, titleOf } from "../fields.ts";
import { ManyDialog } from "./many-dialog.tsx";

interface DeleteDialogProps {
  resource: Resource;
  records: readonly AnyRecord[];
  /** Why a record can't be deleted; null where it can. */
  kept: ((record: AnyRecord) => Key | null) | undefined;
  onDelete: (record: AnyRecord) => Promise<unknown>;
  onClose: (done: boolean) => void;
}

export function DeleteDialog({ resource, records, kept, onDelete, onClose }: DeleteDialogProps) {
  const t = useWords();
  const words = useResourceWords(resource);
  const whys = records.flatMap((record) => {
    const why = kept?.(record);
    return why ? [{ record, why }] : [];
  });
  const left = records.filter((record) => !whys.some((one) => one.record === record));
  const [one] = left;
  const name = left.length === 1 && one ? titleOf(resource, one) : String(left.length);
  const title =
    records.length === 1 ? words.operation("delete") : t("record.delete_many", { many: words.several });
  const said = whys.map(({ record, why }) => (
    <Alert key={record.id} title={titleOf(resource, record)}>
      {t(why)}
    </Alert>
  ));
  if (left.length === 0) {
    return (
      <Dialog opened onClose={() => onClose(false)} size="md" title={title}>
        <Stack gap="md">
          {said}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose(false)} data-autofocus>
              {t("action.close")}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <ManyDialog
      resource={resource}
      records={left}
      title={title}
      text={t(left.length === 1 ? "record.delete_text" : "record.delete_many_text", { name })}
      confirm={t("record.delete")}
      done={t(left.length === 1 ? "record.deleted" : "record.deleted_many", { name })}
      danger
      run={onDelete}
      onClose={onClose}
    >
      {said}
    </ManyDialog>
  );
}
