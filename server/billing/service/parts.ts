// Parts of periods as records hold them.
import type { ChargedPart } from "../../../shared/billing/service/period.rules.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";

export type StoredPart = Omit<ChargedPart, "price"> & { price: string };

export const toPart = (stored: StoredPart, digits: number): ChargedPart => ({
  ...stored,
  price: parseMoney(stored.price, digits),
});

export const storedPart = (ctx: OperationContext, part: ChargedPart): StoredPart => ({
  ...part,
  price: ctx.money(part.price),
});
