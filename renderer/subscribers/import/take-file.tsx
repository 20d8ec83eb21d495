// The first step of an import: a file, or cells pasted from a spreadsheet.
import { Alert, Button, FileInput, Group, Paper, Stack, Textarea } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { CsvError } from "../../../shared/kernel/csv.ts";
import { customer, MAX_IMPORT_ROWS } from "../../../shared/subscribers/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { type FileText, fileText } from "./file-text.rules.ts";
import { takeTable } from "./import-store.ts";
import { guessColumns, readTable } from "./mapping.rules.ts";

export function TakeFile() {
  const t = useWords();
  const words = useResourceWords(customer);
  const format = useFormat();
  const [pasted, setPasted] = useState("");
  const [wrong, setWrong] = useState(false);
  const read = ({ text, guessed }: FileText) => {
    try {
      const table = readTable(text);
      takeTable(
        table,
        guessColumns(table.header, (name) => words.field(name)),
        guessed,
      );
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      setWrong(true);
    }
  };
  return (
    <Paper p="md" maw={760}>
      <Stack gap="md">
        <FileInput
          label={t("import.file")}
          description={t("import.file_hint", { n: format.number(MAX_IMPORT_ROWS) })}
          placeholder="customers.csv"
          accept=".csv,text/csv,text/plain,text/tab-separated-values"
          leftSection={<IconFileSpreadsheet size={17} aria-hidden />}
          onChange={(file) => void file?.arrayBuffer().then((bytes) => read(fileText(bytes)))}
          clearable
        />
        <Textarea
          label={t("import.paste")}
          value={pasted}
          onChange={(event) => {
            setWrong(false);
            setPasted(event.currentTarget.value);
          }}
          rows={8}
          spellCheck={false}
          data-autofocus
        />
        {wrong ? <Alert color="red">{t("import.no_table")}</Alert> : null}
        <Group justify="flex-end">
          <Button disabled={pasted.trim() === ""} onClick={() => read({ text: pasted, guessed: false })}>
            {t("import.read")}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
