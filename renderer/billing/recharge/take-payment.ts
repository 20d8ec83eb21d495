// Taking the money: receipt number, command with its expected effect, receipt; all on this computer, line or no line.
import { useCallback } from "react";
import type { Receipt } from "../../../shared/billing/receipt.rules.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import type { ServicePackage } from "../../records.ts";
import { expectedOf } from "../expected.ts";
import type { CustomerAccount } from "../use-customer-money.ts";
import { type PaymentDraft, paymentPayload, paymentPlan, receiptOf } from "./payment-plan.ts";

export interface Taken {
  readonly receipt: Receipt;
  readonly customer: string;
  readonly command: string;
  readonly since: string;
  /** Whether the router has something to change. */
  readonly needs_router: boolean;
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
      const { customer } = account;
      const expected = {
        ...expectedOf(plan, digits),
        ...(plan.recharge
          ? {
              recharge: {
                id,
                customer: customer.id,
                package: draft.package,
                amount: paymentPayload(id, customer.id, receipt_number, draft, digits).amount,
                validity_days: draft.validity_days,
                method: draft.method,
                recharged_by: identity?.user.username ?? "",
                receipt_number,
                previous_expiry_date: plan.recharge.previous_expiry_date,
                new_expiry_date: plan.recharge.new_expiry_date,
                is_reversed: false,
                occurred_at,
              },
            }
          : {}),
      };
      const kind = draft.kind === "recharge" ? "recharge.create" : "transaction.create";
      const payload = paymentPayload(id, customer.id, receipt_number, draft, digits);
      const command = await replica.send(kind, payload, expected, { occurred_at });
      const device = await replica.profile.get("device");
      const till = {
        settings: identity?.settings ?? {},
        device_code: device?.device_code ?? null,
        clerk: identity?.user.full_name || identity?.user.username || "",
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
      };
    },
    [replica, format, identity],
  );
}
