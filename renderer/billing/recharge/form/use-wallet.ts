// The balance of the reseller that somebody signs in for, against what they are about to sell.
import type { ServicePackage } from "../../../../shared/subscribers/index.ts";
import { useObservable, useReplica, useRows } from "../../../kernel/replica-hooks.ts";
import { useSession } from "../../../kernel/session/session-store.ts";
import { useFormat } from "../../../kernel/use-format.ts";
import type { PaymentDraft } from "../payment-plan.ts";
import { type Sale, type WalletPlan, walletPlan } from "./wallet.ts";

const MONEY_KINDS: readonly string[] = ["recharge.create", "transaction.create"];

/** Null for whoever sells for no reseller. */
export function useWallet(
  { amount, validity_days, package: pack, sent_as }: PaymentDraft,
  packages: ReadonlyMap<string, ServicePackage>,
): WalletPlan | null {
  const { minor } = useFormat();
  const user = useSession(({ identity }) => identity?.user.id);
  const reseller = useRows("resellers")?.find((one) => one.user !== null && one.user === user);
  const pricing = useRows("reseller_pricing", reseller ? { selector: { reseller: reseller.id } } : null);
  const open = useObservable(useReplica().open$);
  if (!reseller || amount === null) return null;
  const rateOf = (id: string | null): Sale["rate"] => {
    const known = packages.get(id ?? "");
    const own = pricing?.find((one) => one.package === id && one.is_active);
    return known
      ? { rate: minor(own?.custom_rate ?? known.price), validity_days: known.validity_days }
      : null;
  };
  const waiting = open.flatMap(({ kind, status, payload }): Sale[] => {
    if (!MONEY_KINDS.includes(kind) || status === "REJECTED") return [];
    const sold = typeof payload.package === "string" ? payload.package : null;
    const days = typeof payload.validity_days === "number" ? payload.validity_days : 0;
    return [{ amount: minor(String(payload.amount ?? "0")), validity_days: days, rate: rateOf(sold) }];
  });
  const days = sent_as === "recharge" ? validity_days : 0;
  const wallet = { balance: minor(reseller.balance), credit_limit: minor(reseller.credit_limit) };
  return walletPlan(wallet, { amount, validity_days: days, rate: rateOf(pack) }, waiting);
}
