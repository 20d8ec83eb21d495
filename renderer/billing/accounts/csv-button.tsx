// A table of a report as a file for spreadsheets.
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { CSV_BOM, csvFigures, csvWriting } from "../../../shared/kernel/csv.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { saveFile } from "../../kernel/desktop-bridge.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Trouble } from "../../kernel/trouble.tsx";
import { useFormat } from "../../kernel/use-format.ts";

interface CsvButtonProps {
  /** Without ".csv". */
  fileName: string;
  /** Headings first. */
  rows: () => readonly (readonly string[])[] | Promise<readonly (readonly string[])[]>;
}

export function CsvButton({ fileName, rows }: CsvButtonProps) {
  const t = useWords();
  const writing = csvWriting(useFormat().decimal);
  const saving = useCall(async () => {
    const csv = CSV_BOM + (await rows()).map((cells) => csvFigures(cells, writing)).join("");
    await saveFile(`${fileName}.csv`, new TextEncoder().encode(csv), "text/csv;charset=utf-8");
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={saving.busy}
        onClick={() => void saving.run()}
      >
        {t("table.csv")}
      </Button>
      <Trouble error={saving.error} />
    </>
  );
}
