// What the person signed in has with them, piece by piece where pieces have serial numbers, and the piece that a code names.
import { useMemo } from "react";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { type HeldStock, heldStock, pieceSerial, type storeItem } from "../../../shared/store/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { fold } from "../../kernel/replica/search/search-words.ts";
import { useById, useRows } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";

/** One thing that can be taken in the hand: a piece with its serial number, or what is counted of an item. */
export interface OwnPart {
  readonly key: string;
  readonly held: HeldStock;
  readonly item: RecordOf<typeof storeItem>;
  /** Null: it is counted or measured. */
  readonly serial: string | null;
}

/** Items by name, pieces by serial number. Undefined while it is read. */
export function useOwnStock(): readonly OwnPart[] | undefined {
  const user = useSession(({ identity }) => identity?.user.id ?? "");
  const me = useRows("staff", { selector: { user } })?.[0]?.id;
  const rows = useExpectedRows(heldStock, { selector: { staff: me ?? "" } });
  const items = useById("store_items");
  return useMemo(() => {
    if (rows === undefined) return undefined;
    const parts = rows.flatMap((held): OwnPart[] => {
      const item = items.get(held.store_item);
      if (!item || held.quantity <= 0) return [];
      if (!item.serial_tracked) return [{ key: held.id, held, item, serial: null }];
      return [...held.serial_numbers]
        .sort()
        .map((serial) => ({ key: `${held.id}:${serial}`, held, item, serial }));
    });
    return parts.sort((a, b) => a.item.name.localeCompare(b.item.name));
  }, [rows, items]);
}

/** Own parts that have each word typed in their name, article number, kind or serial number. Pure. */
export function matchingParts(parts: readonly OwnPart[], typed: string): readonly OwnPart[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return parts.filter(({ item, serial }) => {
    const text = fold([item.name, item.sku, item.category, serial].join("\n"));
    return words.every((word) => text.includes(word));
  });
}

/** The part that a code names: a serial number on a label, or an article number; undefined where it is no own one. Pure. */
export const partWithCode = (parts: readonly OwnPart[], code: string): OwnPart | undefined =>
  parts.find(({ item, serial }) => serial !== null && serial === pieceSerial(item, code)) ??
  parts.find(
    ({ item, serial }) => serial === null && item.sku !== null && fold(item.sku) === fold(code.trim()),
  );
