// Taking the money: receipt number, command with its expected effect, receipt; all on this computer, line or no line.
import { useCallback } from "react";
import { keptReceipt, type Receipt } from "../../../shared/billing/documents/receipt.rules.ts";
import { rechargeCreate, transactionCreate } from "../../../shared/billing/index.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { formatMoney } from "../../../shared/kernel/money.ts";
import type { ServicePackage } from "../../../shared/subscribers/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { type Expected, expectedOf } from "../expected.ts";
import type { Reversible } from "../reversal/reversal.ts";
import type { CustomerAccount } from "../use-customer-money.ts";
import {
  type PaymentDraft,
  paymentPlan,
  receiptOf,
  rechargePayload,
  transactionPayload,
} from "./payment-plan.ts";

export interface Taken {
  readonly receipt: Receipt;
  readonly customer: string;
  readonly command: string;
  readonly since: string;
  /** Whether the router has something to change. */
  readonly needs_router: boolean;
  /** How to take it back; null: not from its receipt. */
  readonly reversible: Reversible | null;
}

/** Answers a function that takes a payment: when it resolves, the money is safe on disk and the receipt final. */
export function useTakePayment() {
  const replica = useReplica();
  const format = useFormat();
  const identity = useSession((session) => session.identity);
  return useCallback(
    async (
      account: CustomerAccount,
      draft: PaymentDraft,
      servicePackage: ServicePackage | null,
    ): Promise<Taken> => {
      const { digits, currency, timezone } = format;
      const occurred_at = new Date().toISOString();
      const plan = paymentPlan(account.snapshot, draft, { today: format.today(), now: occurred_at });
      const receipt_number = await replica.nextReceiptNumber();
      const id = newId();
      const amount = formatMoney(draft.amount, digits);
      const { customer } = account;
      const device = await replica.profile.get("device");
      const clerk = identity?.user.full_name || identity?.user.username || "";
      const expected: Expected = {
        ...expectedOf(plan, digits),
        payment: {
          id,
          receipt_number,
          recharge: plan.recharge ? { package: draft.package, validity_days: draft.validity_days } : null,
          amount,
          method: draft.method,
          by: identity?.user.username ?? "",
          at: occurred_at,
          receipt: keptReceipt(
            { ...plan, transaction: draft },
            { clerk, till: device?.device_code ?? null },
            digits,
          ),
        },
      };
      const taken = [id, customer.id, receipt_number, draft, digits] as const;
      const options = { expected, occurred_at };
      const command = await (draft.sent_as === "recharge"
        ? replica.send(rechargeCreate, rechargePayload(...taken), options)
        : replica.send(transactionCreate, transactionPayload(...taken), options));
      const till = {
        settings: identity?.settings ?? {},
        device_code: device?.device_code ?? null,
        clerk,
        currency,
        digits,
        timezone,
      };
      const package_name = servicePackage?.name ?? null;
      const receipt = receiptOf(till, { customer, package_name, plan, draft, receipt_number, occurred_at });
      return {
        receipt,
        customer: customer.id,
        command: command.id,
        since: occurred_at,
        needs_router: plan.network !== null,
        reversible: {
          kind: plan.recharge ? "recharge" : "transaction",
          ...{ id, number: receipt_number, amount },
          ...{ by: identity?.user.username ?? "", at: occurred_at },
        },
      };
    },
    [replica, format, identity],
  );
}
