// The first packages in one go: each row is made by itself, and says by itself what is wrong with it.
import { Alert, Box, Button, Group, Stack, Table, Text, TextInput, ThemeIcon } from "@mantine/core";
import { IconCheck, IconCloudOff } from "@tabler/icons-react";
import { type FormEvent, Fragment, useRef, useState } from "react";
import { newId } from "../../../shared/kernel/id.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { servicePackage } from "../../../shared/subscribers/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import type { FieldErrors } from "../../kernel/form/form-values.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { fieldWords, problemWords } from "../../kernel/problem-words.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { useFormat } from "../../kernel/use-format.ts";
import {
  EXAMPLES,
  isLeftOut,
  PACKAGE_FIELDS,
  type PackageField,
  type PackageRow,
  packageBody,
  wrongFields,
} from "./first-packages.ts";

interface RowState {
  readonly wrong: FieldErrors;
  readonly error: unknown;
  readonly is_made: boolean;
}

const UNTRIED: RowState = { wrong: {}, error: null, is_made: false };

/** Rows with their fate, and making all that are right and not made yet. */
function useRowsToMake() {
  const replica = useReplica();
  const writing = useFormat();
  const [rows, setRows] = useState<readonly PackageRow[]>(EXAMPLES);
  const [states, setStates] = useState<readonly RowState[]>(EXAMPLES.map(() => UNTRIED));
  // The same row again is the same request, also when its first answer was lost.
  const keys = useRef(new Map<string, string>());
  const mark = (at: number, state: RowState) =>
    setStates((before) => before.map((one, index) => (index === at ? state : one)));
  const change = (at: number, field: PackageField, value: string) => {
    setRows((before) => before.map((row, index) => (index === at ? { ...row, [field]: value } : row)));
    mark(at, UNTRIED);
  };
  const makeOne = async (row: PackageRow): Promise<RowState> => {
    const body = packageBody(row, writing);
    const wrong = wrongFields(body);
    if (Object.keys(wrong).length > 0) return { wrong, error: null, is_made: false };
    const fingerprint = JSON.stringify(body);
    const idempotency_key = keys.current.get(fingerprint) ?? newId();
    keys.current.set(fingerprint, idempotency_key);
    try {
      await replica.client.rest("POST", "/api/v1/packages/", { ...body, idempotency_key });
      return { wrong, error: null, is_made: true };
    } catch (error) {
      return { wrong, error, is_made: false };
    }
  };
  /** Answers whether all that were meant are made. */
  const makeAll = async (): Promise<boolean> => {
    let all = true;
    for (const [at, row] of rows.entries()) {
      if (isLeftOut(row) || states[at]?.is_made) continue;
      const state = await makeOne(row);
      mark(at, state);
      all &&= state.is_made;
    }
    replica.syncNow();
    return all;
  };
  return { rows, states, change, makeAll, none: rows.every(isLeftOut) };
}

function MadeMark() {
  const t = useWords();
  return (
    <ThemeIcon color="green" variant="light" size="sm" role="img" aria-label={t("steps.done")}>
      <IconCheck size={14} />
    </ThemeIcon>
  );
}

export function PackagesDialog({ onClose }: { onClose: () => void }) {
  const t = useWords();
  const w = useResourceWords(servicePackage);
  const { currency } = useFormat();
  const online = useOnline();
  const { rows, states, change, makeAll, none } = useRowsToMake();
  const saving = useCall(async () => {
    if (await makeAll()) onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!none && !saving.busy && online) void saving.run();
  };
  const input = (at: number, field: PackageField) => {
    const state = states[at] ?? UNTRIED;
    const wrong = own(state.wrong, field);
    return (
      <TextInput
        aria-label={t("steps.package_field", { field: w.field(field), n: at + 1 })}
        value={rows[at]?.[field] ?? ""}
        onChange={(event) => change(at, field, event.currentTarget.value)}
        error={wrong && fieldWords(wrong, w.named(field), t)}
        disabled={state.is_made}
        inputMode={field === "name" ? undefined : "decimal"}
        autoComplete="off"
        data-autofocus={at === 0 && field === "price" ? true : undefined}
      />
    );
  };
  return (
    <Dialog opened onClose={onClose} size="xl" title={t("steps.packages")}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text fz="sm" c="dimmed">
            {t("steps.packages_hint")}
          </Text>
          {online ? null : (
            <Alert color="orange" icon={<IconCloudOff size={18} />}>
              {t("steps.needs_line")}
            </Alert>
          )}
          <Box style={{ overflowX: "auto" }}>
            <Table miw={520} layout="fixed">
              <Table.Thead>
                <Table.Tr>
                  {PACKAGE_FIELDS.map((field) => (
                    <Table.Th key={field}>
                      {w.field(field)}
                      {field === "price" ? ` (${currency})` : ""}
                    </Table.Th>
                  ))}
                  <Table.Th w={44}>
                    <span className="visually-hidden">{t("steps.outcome")}</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {EXAMPLES.map(({ name }, at) => {
                  const { is_made, error } = states[at] ?? UNTRIED;
                  return (
                    <Fragment key={name}>
                      <Table.Tr style={{ verticalAlign: "top" }}>
                        {PACKAGE_FIELDS.map((field) => (
                          <Table.Td key={field}>{input(at, field)}</Table.Td>
                        ))}
                        <Table.Td>{is_made ? <MadeMark /> : null}</Table.Td>
                      </Table.Tr>
                      {error ? (
                        <Table.Tr>
                          <Table.Td colSpan={PACKAGE_FIELDS.length + 1}>
                            <Text role="alert" fz="sm" c="var(--mantine-color-error)">
                              {problemWords(error, t).text}
                            </Text>
                          </Table.Td>
                        </Table.Tr>
                      ) : null}
                    </Fragment>
                  );
                })}
              </Table.Tbody>
            </Table>
          </Box>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("action.cancel")}
            </Button>
            <Button type="submit" loading={saving.busy} disabled={!online || none}>
              {t("steps.packages_make")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
