// Customers from a file: read, its columns named, tried at the server, mended in place, and imported as a whole.
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconFileImport } from "@tabler/icons-react";
import { Link } from "react-router";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Nothing, Page, Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { beginAnew, useImport } from "./import-store.ts";
import { MapColumns, useMissing } from "./map-columns.tsx";
import { LeftOut, MendRows } from "./mend-rows.tsx";
import { TakeFile } from "./take-file.tsx";
import { usePrepared, useTry } from "./use-try.ts";

/** Of a long list of rows its beginning says what to look for. */
const ROWS_NAMED = 10;

/** What the last try found, and the button of what comes next. */
function Next() {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const missing = useMissing();
  const tried = useImport((state) => state.tried);
  const { rows } = usePrepared();
  const { trying, importing } = useTry();
  const problems = tried ? tried.problems.toMend : [];
  const wrong = new Set(problems.flatMap((one) => one.rows)).size;
  const is_right = tried !== null && problems.length === 0 && tried.problems.whole.length === 0;
  const count = tried?.rows ?? rows.length;
  const n = format.number(count);
  return (
    <Stack gap="sm">
      {online ? null : <Alert color="gray">{t("import.offline")}</Alert>}
      <Trouble error={trying.error ?? importing.error} />
      {tried && tried.zeros_lost.length > 0 ? (
        <Alert color="yellow">
          {t("import.zeros_lost", {
            count: tried.zeros_lost.length,
            rows: tried.zeros_lost
              .slice(0, ROWS_NAMED)
              .map((count) => format.number(count))
              .join(", "),
          })}
        </Alert>
      ) : null}
      <Group justify="space-between">
        <Stack gap={2}>
          <Text fw={600} role="status" c={is_right ? "var(--money-credit)" : undefined}>
            {tried === null
              ? t("import.rows", { count, n })
              : is_right
                ? t("import.right", { count, n })
                : t("import.wrong", { wrong: format.number(wrong), n })}
          </Text>
          <LeftOut />
        </Stack>
        <Group gap="xs">
          {is_right ? null : (
            <Text fz="sm" c="dimmed">
              {t("import.try_hint")}
            </Text>
          )}
          {is_right ? (
            <Button
              leftSection={<IconFileImport size={17} aria-hidden />}
              loading={importing.busy}
              disabled={!online || rows.length === 0}
              onClick={() => void importing.run()}
            >
              {t("import.go", { count, n })}
            </Button>
          ) : (
            <Button
              loading={trying.busy}
              disabled={!online || missing.length > 0 || rows.length === 0}
              onClick={() => void trying.run()}
            >
              {t(tried ? "import.again" : "import.try")}
            </Button>
          )}
        </Group>
      </Group>
    </Stack>
  );
}

function Done({ imported }: { imported: number }) {
  const t = useWords();
  const format = useFormat();
  return (
    <Nothing
      icon={IconCircleCheck}
      title={t("import.done", { count: imported, n: format.number(imported) })}
      hint={t("import.done_hint")}
      action={
        <Group gap="xs" mt="sm" justify="center">
          <Button component={Link} to="/customers" onClick={beginAnew}>
            {t("import.to_list")}
          </Button>
          <Button variant="default" onClick={beginAnew}>
            {t("import.anew")}
          </Button>
        </Group>
      }
    />
  );
}

export function ImportPage() {
  const t = useWords();
  const { table, imported } = useImport();
  const anew = (
    <Button variant="default" onClick={beginAnew}>
      {t("import.anew")}
    </Button>
  );
  return (
    <Page title={t("import.title")} actions={table && imported === null ? anew : null}>
      {imported !== null ? <Done imported={imported} /> : null}
      {table === null ? <TakeFile /> : null}
      {table !== null && imported === null ? (
        <>
          <MapColumns />
          <MendRows />
          <Next />
        </>
      ) : null}
    </Page>
  );
}
