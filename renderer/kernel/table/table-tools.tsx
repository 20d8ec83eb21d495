// Beside every list: which columns, and the shown rows as CSV.
import { ActionIcon, Button, Checkbox, Popover, Stack, Tooltip } from "@mantine/core";
import { IconColumns3, IconDownload } from "@tabler/icons-react";
import { useCall } from "../connection/use-connection.ts";
import { saveFile } from "../desktop-bridge.ts";
import { useWords } from "../i18n/index.ts";
import { useArriving } from "../screen/arriving.tsx";
import { Trouble } from "../screen/parts.tsx";
import { useFormat } from "../use-format.ts";
import { type Column, csvOf } from "./columns.ts";
import type { TableChoice } from "./use-table-choice.ts";

interface TableToolsProps<T> {
  columns: readonly Column<T>[];
  choice: TableChoice;
  rows: readonly T[];
  /** Reads all rows for the file, where the shown ones are only the first. */
  readAll?: (() => Promise<readonly T[]>) | null | undefined;
  /** Without ".csv". */
  fileName: string;
}

export function TableTools<T>({ columns, choice, rows, readAll, fileName }: TableToolsProps<T>) {
  const t = useWords();
  const format = useFormat();
  // A file of a part would be taken for all.
  const arriving = useArriving();
  const shown = columns.filter(({ id }) => choice.visibility[id] !== false);
  const saving = useCall(async () => {
    const csv = csvOf(readAll ? await readAll() : rows, shown, format);
    await saveFile(`${fileName}.csv`, new TextEncoder().encode(csv), "text/csv;charset=utf-8");
  });
  return (
    <>
      <Popover position="bottom-end" trapFocus shadow="md">
        <Popover.Target>
          <Tooltip label={t("table.columns")}>
            <ActionIcon variant="default" size={34} aria-label={t("table.columns")}>
              <IconColumns3 size={18} />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown p="sm" aria-label={t("table.columns")}>
          <Stack gap={8}>
            {columns.map(({ id, header, fixed }) => (
              <Checkbox
                key={id}
                size="xs"
                label={header}
                checked={choice.visibility[id] !== false}
                disabled={fixed}
                onChange={(event) => choice.show(id, event.currentTarget.checked)}
              />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        disabled={arriving}
        loading={saving.busy}
        onClick={() => void saving.run()}
      >
        {t("table.csv")}
      </Button>
      <Trouble error={saving.error} />
    </>
  );
}
