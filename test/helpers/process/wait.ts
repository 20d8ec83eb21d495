// Waiting for what is to become true elsewhere, and what nothing announces.

const STEP_MS = 50;

/** Resolves when `check` holds. @throws Error when it does not within `ms`. */
export async function eventually(check: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`Still not so after ${ms} ms: ${check}`);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}
