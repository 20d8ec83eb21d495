// What a deed on a customer's money will change: the customer, their bills, and the books.
import { Stack } from "@mantine/core";
import type { PlanDescription } from "../../../shared/billing/payment/preview.rules.ts";
import { PlanPreview } from "../recharge/plan-preview.tsx";
import { JournalLines } from "./journal-lines.tsx";

export function Effect({ plan, title }: { plan: PlanDescription; title: string }) {
  return (
    <Stack gap="sm">
      <PlanPreview plan={plan} title={title} />
      <JournalLines lines={plan.journal} />
    </Stack>
  );
}
