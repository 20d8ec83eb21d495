// The general ledger's file: its first lines to look at, and the whole with how far it has come.
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useServerAnswers } from "../../kernel/connection/server-answers.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { saveFile } from "../../kernel/desktop-bridge.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { type LedgerFormat, ledgerFile, ledgerRows } from "./ledger-formats.ts";

/** So many entries are looked at before the file is made. */
const LOOKED_AT = 12;

const TYPE = "text/csv;charset=utf-8";
const NEWLINE = 10;

const rowsOf = (file: Uint8Array<ArrayBuffer>) => ledgerRows(new TextDecoder().decode(file));

/** The first lines; null until they are here. A null path asks nothing. */
export function useFirstLines(path: string | null) {
  const { client } = useReplica();
  const online = useOnline();
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["ledger-head", path],
      queryFn: async ({ signal }) => rowsOf(await client.file(`${path}&limit=${LOOKED_AT}`, { signal })),
      enabled: online && path !== null,
    },
    useServerAnswers(),
  );
  return { rows: data ?? null, error, again: () => void refetch() };
}

/** Saving the whole: how many lines have come, null while none is saved; it can be given up. */
export function useLedgerFile() {
  const { client } = useReplica();
  const [lines, setLines] = useState<number | null>(null);
  const giving_up = useRef<AbortController | null>(null);
  const saving = useCall(async (path: string, fileName: string, format: LedgerFormat) => {
    const stop = new AbortController();
    giving_up.current = stop;
    let seen = 0;
    setLines(0);
    const heard = (bytes: Uint8Array) => {
      for (const byte of bytes) if (byte === NEWLINE) seen += 1;
      setLines(seen);
    };
    try {
      const file = await client.file(path, { heard, signal: stop.signal });
      const made = format === "all" ? file : new TextEncoder().encode(ledgerFile(format, rowsOf(file)));
      await saveFile(`${fileName}.csv`, made, TYPE);
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    } finally {
      setLines(null);
    }
  });
  return { save: saving.run, error: saving.error, lines, stop: () => giving_up.current?.abort() };
}
