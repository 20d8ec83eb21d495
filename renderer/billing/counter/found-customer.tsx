// One found customer: who, where, state, what is due, until when.

import { Box, Group, Text } from "@mantine/core";
import { customer } from "../../../shared/subscribers/index.ts";
import { expectedRow } from "../../kernel/expected/effects.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { daysLeft } from "../../kernel/money-format.ts";
import { usePending } from "../../kernel/replica-hooks.ts";
import { Marked } from "../../kernel/screen/marked.tsx";
import { PendingClock, StatusBadge } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import type { CustomerRow } from "../../subscribers/index.ts";

interface FoundCustomerProps {
  row: CustomerRow;
  /** What was searched for: what of it was found here is marked. */
  query: string;
}

export function FoundCustomer({ row, query }: FoundCustomerProps) {
  const t = useWords();
  const format = useFormat();
  const commands = usePending("customers", row.id);
  const expected = expectedRow(customer, row, commands);
  const left = daysLeft(expected.expiry_date, format.today());
  const due = format.minor(expected.due_amount);
  return (
    <Group wrap="nowrap" gap="md" justify="space-between">
      <Box miw={0} flex={1}>
        <Group gap={8} wrap="nowrap">
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            <Marked text={row.name} query={query} />
          </Text>
          {commands.length > 0 ? <PendingClock /> : null}
        </Group>
        <Text fz="sm" c="dimmed">
          <Marked
            text={[row.customer_code, row.username, row.phone, row.area].filter(Boolean).join(" · ")}
            query={query}
          />
        </Text>
      </Box>
      <Box ta="right" w={120} style={{ flex: "none" }}>
        {due > 0n ? (
          <Text fz="sm" fw={600} c="var(--money-overdue)" className="figures">
            {t("found.due", { amount: format.money(due) })}
          </Text>
        ) : (
          <Text fz="sm" c="dimmed">
            {t("found.no_due")}
          </Text>
        )}
        <Text fz="xs" c={left !== null && left < 0 ? "var(--money-overdue)" : "dimmed"} className="figures">
          {left === null
            ? t("customer.no_limit")
            : left < 0
              ? t("customer.days_over", { count: -left, days: format.number(-left) })
              : t("customer.days_left", { count: left, days: format.number(left) })}
        </Text>
      </Box>
      <Box w={92} ta="right" style={{ flex: "none" }}>
        <StatusBadge of={customer} status={expected.status} />
      </Box>
    </Group>
  );
}
