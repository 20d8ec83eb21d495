// Parts of the application that are loaded when they are needed, and what it means when they do not come.
import { LocalFailure } from "./local-failure.ts";

/** Parts that fail within this time fail together: there was no new attempt. */
const TOGETHER_MS = 1000;

let missed_at: number | null = null;

const isServerThere = () =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * A browser may keep in mind that a file did not come, and ask for it no more until the page is reloaded (Chromium does):
 * so the page is reloaded when a second attempt fails although the server is there. Never at the first time, so that a file
 * that never comes does not open the page over and over.
 */
async function openAnew(): Promise<void> {
  const is_again = missed_at !== null && performance.now() - missed_at > TOGETHER_MS;
  missed_at ??= performance.now();
  if (is_again && (await isServerThere())) location.reload();
}

/** What `loading` imports. @throws LocalFailure PART_MISSING where the line is cut and nothing has kept the file. */
export async function partOf<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof LocalFailure) throw error;
    void openAnew();
    throw new LocalFailure("PART_MISSING", `A part of the application could not be loaded: ${String(error)}`);
  }
}
