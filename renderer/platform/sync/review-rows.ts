// The review list's order, and what one decides by: receipt, method, till, and whom the money was meant for. Pure.

import type { ReactNode } from "react";
import type { Problem } from "../../../shared/kernel/failure.ts";
import type { ReviewItem } from "../../../shared/platform/index.ts";
import type { QueuedCommand } from "../../kernel/replica/index.ts";
import { canCorrect } from "./outbox-rows.ts";

/** Open ones first, money before the rest, the oldest first; then the closed ones, the newest first. */
export function openFirst(items: readonly ReviewItem[]): ReviewItem[] {
  const rank = ({ status, kind }: ReviewItem) => (status !== "OPEN" ? 2 : kind === "SUSPENSE" ? 0 : 1);
  return [...items].sort((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    if (first !== second) return first - second;
    const older = a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0;
    return first === 2 ? -older : older;
  });
}

/** The command that caused an item, where it was made on this computer and can be put right in its form. */
export const correctable = <C extends Pick<QueuedCommand, "id" | "kind" | "status" | "dismissed_at">>(
  { command }: Pick<ReviewItem, "command">,
  commands: readonly C[],
): C | null => commands.find((one) => one.id === command && canCorrect(one)) ?? null;

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

/** Why an item is there, as the server's answer said it; null where no answer did. */
export function problemOf({ problem, detail }: Pick<ReviewItem, "problem" | "detail">): Problem | null {
  const code = textOf(problem?.code);
  if (code === null) return null;
  const [type, title] = [textOf(problem?.type) ?? "", textOf(problem?.title) ?? ""];
  return { ...problem, type, title, status: Number(problem?.status ?? 0), detail, code };
}

/** Where money in suspense ends. */
export type End = "customer" | "refund" | "write_off";
/** Opens the end of an item's money. */
export type Give = (item: ReviewItem, end: End) => void;

/** What the review list needs of the area that books money: the dialog that gives money in suspense its customer. */
export type AssignSuspenseDialog = (props: {
  /** Null: closed. */
  readonly item: ReviewItem | null;
  readonly facts: ItemFacts | null;
  /** What it begins with. */
  readonly how: End;
  readonly onClose: () => void;
}) => ReactNode;

export interface ItemFacts {
  readonly receipt: string | null;
  readonly method: string | null;
  /** The device code that the receipt number begins with. */
  readonly till: string | null;
  /** The customer's id as the command named it. */
  readonly customer: string | null;
  /** Name and phone as they were typed here, or as the server knows them: of who is deleted, or as a provider named the payer. */
  readonly name: string | null;
  readonly phone: string | null;
}

/** What an item's payload, and the commands of this computer, tell about it. */
export function factsOf(
  item: Pick<ReviewItem, "payload" | "customer">,
  commands: readonly Pick<QueuedCommand, "kind" | "payload">[],
): ItemFacts {
  const payload = (item.payload ?? {}) as Readonly<Record<string, unknown>>;
  const customer = textOf(payload.customer) ?? textOf(payload.customer_id) ?? textOf(item.customer);
  const made = commands.findLast(
    ({ kind, payload: given }) => kind === "customer.create" && given.id === customer,
  );
  const receipt = textOf(payload.receipt_number);
  return {
    receipt,
    method: textOf(payload.method),
    till: receipt?.includes("-") ? receipt.slice(0, receipt.lastIndexOf("-")) : null,
    customer,
    name: textOf(made?.payload.name) ?? textOf(payload.name) ?? textOf(payload.payer),
    phone: textOf(made?.payload.phone) ?? textOf(payload.phone) ?? textOf(payload.account_ref),
  };
}
