// Waiting for what is to become true elsewhere, and what nothing announces.

const STEP_MS = 50;

/**
 * Whoever waited this long waits for what never comes. It says nothing about how quick anything is: a busy machine takes its
 * time, and what is to be quick is a row of the bench.
 */
export const HANGS_MS = 120_000;

/** Resolves when `check` holds. @throws Error when it never does. @param what that is waited for, in words. */
export async function eventually(
  check: () => boolean | Promise<boolean>,
  what = String(check),
  step_ms = STEP_MS,
): Promise<void> {
  const deadline = performance.now() + HANGS_MS;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, step_ms));
  }
}
