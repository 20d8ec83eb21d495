// The connection to the server for screens that need it, and calls through it with their state.
import { useCallback, useEffect, useState } from "react";
import { useReplica } from "../replica-hooks.ts";
import { useConnection } from "./connection.ts";

/** Whether calls to the server have a chance now. */
export function useOnline(): boolean {
  return useConnection(({ state }) => state === "online");
}

export interface Call<A extends readonly unknown[], T> {
  /** Runs it; answers undefined after a failure, which is in `error`. */
  run(...args: A): Promise<T | undefined>;
  readonly busy: boolean;
  readonly error: unknown;
  clear(): void;
}

/** An action with its progress and its failure, for buttons and forms. */
export function useCall<A extends readonly unknown[], T>(action: (...args: A) => Promise<T>): Call<A, T> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (...args: A) => {
    setBusy(true);
    setError(null);
    try {
      return await action(...args);
    } catch (caught) {
      setError(caught);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, error, clear: useCallback(() => setError(null), []) };
}

interface Asked<T> {
  readonly data: T | null;
  readonly error: unknown;
  /** When the data was answered, RFC 3339. */
  readonly at: string | null;
  again(): void;
}

/** Reads something that only the server knows, when on-line; keeps the last answer when the connection goes. */
export function useAsk<T>(path: string | null, every_ms?: number): Asked<T> {
  const replica = useReplica();
  const online = useOnline();
  const [answer, setAnswer] = useState<{ path: string; data: T; at: string } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn only says that somebody asked again
  useEffect(() => {
    if (path === null || !online) return;
    const leaving = new AbortController();
    const ask = async () => {
      try {
        const data = (await replica.client.rest("GET", path, undefined, { signal: leaving.signal })) as T;
        setAnswer({ path, data, at: new Date().toISOString() });
        setError(null);
      } catch (caught) {
        if (!leaving.signal.aborted) setError(caught);
      }
    };
    void ask();
    const timer = every_ms === undefined ? undefined : setInterval(() => void ask(), every_ms);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [replica, path, online, every_ms, turn]);
  const fresh = answer?.path === path ? answer : null;
  return {
    data: fresh?.data ?? null,
    at: fresh?.at ?? null,
    error,
    again: useCallback(() => setTurn((before) => before + 1), []),
  };
}
