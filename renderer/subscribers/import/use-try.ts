// Tries a prepared import at the server, and carries it out: the same file both times.
import { useRef } from "react";
import { newId } from "../../../shared/kernel/id.ts";
import { customer, type ImportAnswer } from "../../../shared/subscribers/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { LANGUAGES, resourceWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { fileOf } from "./cells.rules.ts";
import { useImport } from "./import-store.ts";
import type { CustomerField } from "./mapping.rules.ts";
import { type Prepared, preparedOf, readingOf } from "./prepared.rules.ts";
import { problemsOf, rowsTold } from "./problems.rules.ts";

const PATH = "/api/v1/customers/import/";

const choiceNames = (name: CustomerField, value: string) =>
  LANGUAGES.map((language) => resourceWords(customer, language).choice(name, value));

/** The customers as they stand now; everybody who asks gets the same, read once. */
export function usePrepared(): Prepared {
  const { locale, today, decimal } = useFormat();
  return preparedOf(useImport(), readingOf(locale, today(), decimal, choiceNames));
}

/** The key of what was sent last: the same file again, after a lost answer, is the same import. */
interface SentFile {
  readonly csv: string;
  readonly idempotency_key: string;
}

export function useTry() {
  const { client, syncNow } = useReplica();
  const { all, rows, places, forAll } = usePrepared();
  const sent = useRef<SentFile | null>(null);
  const send = (csv: string, dry_run: boolean, key = {}) =>
    client.rest("POST", PATH, { csv, dry_run, ...key }) as Promise<ImportAnswer>;
  const trying = useCall(async () => {
    const { csv, rowAt } = fileOf(rows, forAll);
    const { rows: count, errors, warnings = [] } = await send(csv, true);
    const valueAt = (row: number, field: keyof (typeof all)[number]) =>
      all[row]?.[field] || forAll[field] || "";
    const problems = problemsOf(errors, valueAt, (line) => places[rowAt(line)] ?? -1);
    const zeros_lost = rowsTold(warnings, (line) => places[rowAt(line)]);
    useImport.setState({ tried: { rows: count, problems, zeros_lost } });
  });
  const importing = useCall(async () => {
    const { csv } = fileOf(rows, forAll);
    if (sent.current?.csv !== csv) sent.current = { csv, idempotency_key: newId() };
    const { idempotency_key } = sent.current;
    const { created } = await send(csv, false, { idempotency_key });
    useImport.setState({ imported: created });
    syncNow();
  });
  return { trying, importing };
}
