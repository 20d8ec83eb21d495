// A change of package as this computer sends it: with its receipt, what was shown, and what it will leave; line or no line.
import { useCallback } from "react";
import { keptReceipt } from "../../../shared/billing/documents/receipt.rules.ts";
import { changePackage } from "../../../shared/billing/index.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { formatMoney } from "../../../shared/kernel/money.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import type { Expected } from "../expected.ts";
import { receiptOf } from "../recharge/payment-plan.ts";
import type { Taken } from "../recharge/take-payment.ts";
import { type Agreed, changeEffects, changeMoney } from "./expected-change.ts";
import type { Wanted } from "./till-change.ts";

/** Answers a function that sends the change: when it resolves it is safe on disk, and a receipt final; null: no money, no receipt. */
export function useChange(): (agreed: Agreed, wanted: Wanted) => Promise<Taken | null> {
  const replica = useReplica();
  const format = useFormat();
  const identity = useSession((session) => session.identity);
  return useCallback(
    async (agreed, wanted) => {
      const { digits, currency, timezone } = format;
      const { account, preview, given } = agreed;
      const { customer } = account;
      const [command, payment, now] = [newId(), newId(), new Date().toISOString()];
      const plan = changeMoney(agreed, { now, today: format.today(), digits });
      const by = identity?.user.username ?? "";
      const effects = changeEffects(agreed, plan, { command, by, digits, now, timezone });
      const { to_pay, new_expiry_date } = preview;
      const { package: pack, when, effective_date, settle } = wanted;
      const asked = {
        package: pack,
        ...(when ? { when } : {}),
        ...(effective_date ? { effective_date } : {}),
        ...(settle ? { settle } : {}),
      };
      const payload = { id: customer.id, ...asked, expect: { to_pay, new_expiry_date } };
      if (!given) {
        const options = { id: command, expected: { effects }, occurred_at: now };
        await replica.send(changePackage, payload, options);
        return null;
      }
      const receipt_number = await replica.nextReceiptNumber();
      const amount = formatMoney(given.amount, digits);
      const { method } = given;
      const clerk = identity?.user.full_name || by;
      const device_code = (await replica.profile.get("device"))?.device_code ?? null;
      const kept = keptReceipt(
        { customer: plan.customer, recharge: null, transaction: given },
        { clerk, till: device_code },
        digits,
      );
      const listed = { id: payment, receipt_number, amount, method, by, at: now };
      const expected: Expected = { effects, payment: { ...listed, recharge: null, receipt: kept } };
      await replica.send(
        changePackage,
        { ...payload, payment: { id: payment, amount, method, receipt_number } },
        { id: command, expected, occurred_at: now },
      );
      const till = { settings: identity?.settings ?? {}, device_code, clerk, currency, digits, timezone };
      const paid = { customer, package_name: null, plan, draft: given, receipt_number, occurred_at: now };
      return {
        receipt: receiptOf(till, paid),
        ...{ customer: customer.id, command, since: now, reversible: null },
        needs_router: preview.network !== null,
      };
    },
    [replica, format, identity],
  );
}
