// Which receipts a cashier may reverse without the right to reverse others' (contract §4.16): one rule for server and desktop. Pure.
import type { DrawerSpan } from "./drawer.rules.ts";

const MINUTE_MS = 60_000;

/** A receipt, as far as it tells whether its cashier may reverse it. */
export interface OwnReceipt {
  readonly received_by: string;
  readonly received_at: string;
}

type Drawer = Pick<DrawerSpan, "cashier" | "opened_at" | "closed_at">;

/** Who reverses, when, and within how many minutes of taking it they may; 0: never. */
export interface OwnReversal {
  readonly username: string;
  readonly at: string;
  readonly minutes: number;
}

/** Whether it is their own receipt of so few minutes ago, put into a drawer of theirs that is still open. */
export function isOwnReversal(
  { received_by, received_at }: OwnReceipt,
  drawers: readonly Drawer[],
  { username, at, minutes }: OwnReversal,
): boolean {
  const [taken, now] = [Date.parse(received_at), Date.parse(at)];
  if (received_by !== username || now - taken > minutes * MINUTE_MS || minutes === 0) return false;
  return drawers.some(
    ({ cashier, opened_at, closed_at }) =>
      cashier === username &&
      Date.parse(opened_at) <= taken &&
      (closed_at === null || Date.parse(closed_at) > now),
  );
}
