// A report of the server's: asked again while it is open, and what is to be shown where it is not here.
import { useAsk } from "./server-answers.ts";
import { useOnline } from "./use-connection.ts";

const EVERY_MS = 60_000;

export function useReport<T>(path: string | null) {
  const { data, error, at, again } = useAsk<T>(path, EVERY_MS);
  const online = useOnline();
  const state = !online ? "offline" : error ? "failed" : "asking";
  return { data, at, missing: { state, error, again } };
}
