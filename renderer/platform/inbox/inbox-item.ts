// What waits in the Inbox, whichever area it comes from. Pure.
import type { TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** In this order: what many wait for first, then money, then the rest; last what one only waits for oneself. */
const ORDER = [
  "outage",
  "router",
  "reversal",
  "cash",
  "refused",
  "review",
  "leave",
  "advance",
  "answer",
  "asked",
] as const;

export type InboxItemKind = (typeof ORDER)[number];

/** One of the two keys that decide: A says yes, D says no. */
export interface InboxAction {
  readonly label: string;
  readonly icon: TablerIcon;
  /** What asks before it is done; else `run` does it at once. */
  readonly dialog?: (close: () => void) => ReactNode;
  readonly run?: () => Promise<unknown>;
}

export interface InboxItem {
  /** The record's id, or the command's. */
  readonly id: string;
  readonly kind: InboxItemKind;
  readonly title: string;
  readonly text?: string | null;
  /** Decimal text. */
  readonly amount?: string | null;
  /** Who it comes from, as they are called. */
  readonly who?: string | null;
  /** Since when. */
  readonly at: string;
  /** The address of what it is about. */
  readonly to?: string | null;
  /** Its card, in place of an address. */
  readonly card?: { readonly item: string | null; readonly command: string | null };
  /** What says yes, and what says no. */
  readonly actions?: readonly InboxAction[];
}

/** Of one's own requests others decide: they are shown, and not counted. */
export const counts = ({ kind }: Pick<InboxItem, "kind">): boolean => kind !== "asked";

/** As the Inbox lists them: by kind, each the oldest first. */
export function inboxOrder(items: readonly InboxItem[]): InboxItem[] {
  const rank = new Map(ORDER.map((kind, index) => [kind, index]));
  return [...items].sort(
    (a, b) =>
      (rank.get(a.kind) ?? 0) - (rank.get(b.kind) ?? 0) ||
      Date.parse(a.at) - Date.parse(b.at) ||
      (a.id < b.id ? -1 : 1),
  );
}
