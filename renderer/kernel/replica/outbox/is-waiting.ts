// Which commands the server has not answered yet; apart from the outbox, since screens ask it before there is one.

interface Answerable {
  readonly id: string;
  readonly status: string;
}

/** Whether a command waits for its answer. */
export const isWaiting = ({ status }: Pick<Answerable, "status">): boolean =>
  status === "PENDING" || status === "SENDING";

/** Whether one that waited is answered, or gone: what the server was asked before it may be different now. */
export function settledSince(before: readonly Answerable[], now: readonly Answerable[]): boolean {
  const waiting = new Set(now.filter(isWaiting).map(({ id }) => id));
  return before.some((command) => isWaiting(command) && !waiting.has(command.id));
}
