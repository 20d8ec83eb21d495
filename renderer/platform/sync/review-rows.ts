// The order of the review list. Pure.
import type { ReviewItem } from "../../records.ts";

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
