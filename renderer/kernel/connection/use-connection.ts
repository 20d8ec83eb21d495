// The connection to the server for screens that need it, and calls through it with their state.
import { useCallback, useState } from "react";
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
