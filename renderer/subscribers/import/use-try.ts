// Tries a prepared import at the server, and carries it out: the same file both times.
import { useMemo } from "react";
import { newId } from "../../../shared/kernel/id.ts";
import { customer, type ImportAnswer } from "../../../shared/subscribers/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { LANGUAGES, resourceWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { useImport } from "./import-store.ts";
import { customersOf, fileOf, type Reading } from "./mapping.rules.ts";
import { mended, problemsOf } from "./problems.rules.ts";

const PATH = "/api/v1/customers/import/";

/** How cells are read: days in the locale's order, choices by their names in each language. */
function useReading(): Reading {
  const { locale, today } = useFormat();
  return useMemo(
    () => ({
      locale,
      today: today(),
      choiceNames: (name, value) =>
        LANGUAGES.map((language) => resourceWords(customer, language).choice(name, value)),
    }),
    [locale, today],
  );
}

/** The customers as they stand now: read, mended, without those that are left out; and where each stands in the table. */
export function usePrepared() {
  const { table, columns, fixes, without } = useImport();
  const reading = useReading();
  return useMemo(() => {
    const all = table ? mended(customersOf(table, columns, reading), fixes) : [];
    const places = all.map((_, at) => at).filter((at) => !without.has(at));
    return { all, rows: places.flatMap((at) => all[at] ?? []), places };
  }, [table, columns, fixes, without, reading]);
}

export function useTry() {
  const { client, syncNow } = useReplica();
  const forAll = useImport((state) => state.forAll);
  const { all, rows, places } = usePrepared();
  const { csv, rowAt } = useMemo(() => fileOf(rows, forAll), [rows, forAll]);
  // The same file again, after a lost answer, is the same import.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is another import
  const idempotency_key = useMemo(() => newId(), [csv]);
  const send = (dry_run: boolean) =>
    client.rest("POST", PATH, {
      csv,
      dry_run,
      ...(dry_run ? {} : { idempotency_key }),
    }) as Promise<ImportAnswer>;
  const trying = useCall(async () => {
    const { rows: count, errors } = await send(true);
    const valueAt = (row: number, field: keyof (typeof all)[number]) =>
      all[row]?.[field] || forAll[field] || "";
    const problems = problemsOf(errors, valueAt, (line) => places[rowAt(line)] ?? -1);
    useImport.setState({ tried: { rows: count, problems } });
  });
  const importing = useCall(async () => {
    const { created } = await send(false);
    useImport.setState({ imported: created });
    syncNow();
  });
  return { trying, importing };
}
