// What runs beside the bench, so that whoever stops it in the middle leaves nothing behind.
const running = new Set<() => Promise<void>>();

/** Remembers how something is ended; what is answered ends it, once. */
export function beside(end: () => Promise<unknown>): () => Promise<void> {
  const once = async () => {
    if (running.delete(once)) await end();
  };
  running.add(once);
  return once;
}

/** Ends what runs, the latest first. */
export async function endAll(): Promise<void> {
  for (const end of [...running].reverse()) await end();
}
