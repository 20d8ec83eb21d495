// Commands of the outbox as a table's rows, and as a file for support. Pure.
import { isWaiting, type QueuedCommand } from "../../kernel/replica/index.ts";

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

/** Money that a command moves, as its decimal text. */
export const amountOf = ({ payload }: Pick<QueuedCommand, "payload">) => textOf(payload.amount);

export const receiptOf = ({ payload }: Pick<QueuedCommand, "payload">) => textOf(payload.receipt_number);

/** The name that a command itself brings along: a customer made here is not in the replica yet. */
export const nameIn = ({ kind, payload }: Pick<QueuedCommand, "kind" | "payload">) =>
  kind === "customer.create" ? textOf(payload.name) : null;

/** Refused, or money in suspense, and not handled yet. */
export const needsYou = (command: Pick<QueuedCommand, "status" | "dismissed_at">) =>
  (command.status === "REJECTED" || command.status === "SUSPENSE") && !command.dismissed_at;

/** Only what was refused can be done again: money in suspense was taken. */
export const canRetry = (command: Pick<QueuedCommand, "status" | "dismissed_at">) =>
  command.status === "REJECTED" && !command.dismissed_at;

/** Whether what was refused can be put right in its form. */
export const canCorrect = (command: Pick<QueuedCommand, "kind" | "status" | "dismissed_at">) =>
  canRetry(command) && (command.kind === "customer.create" || command.kind === "customer.update");

/** What needs a person first, then what waits, each the oldest first; then the rest, the newest first. */
export function inOrder(commands: readonly QueuedCommand[]): QueuedCommand[] {
  const rank = (command: QueuedCommand) => (needsYou(command) ? 0 : isWaiting(command) ? 1 : 2);
  return [...commands].sort((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    if (first !== second) return first - second;
    return first === 2 ? b.device_seq - a.device_seq : a.device_seq - b.device_seq;
  });
}

const SECRET = /password|secret|token|community|api_key/i;

/** A value fit to leave this computer: whatever a field's name calls secret is blacked out, at any depth. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET.test(name) && inner !== null ? "(removed)" : withoutSecrets(inner),
    ]),
  );
}

export interface SupportFile {
  readonly device: unknown;
  readonly connection: unknown;
  readonly commands: readonly QueuedCommand[];
  readonly damaged: readonly unknown[];
}

/** The outbox as a JSON text for support. */
export function supportFile(content: SupportFile, at: string): string {
  return `${JSON.stringify(withoutSecrets({ saved_at: at, ...content }), null, 2)}\n`;
}
