// What a plan will change, before it is confirmed: expiry, due, advance, invoices, router.

import { Box, Group, Stack, Table, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { invoice as invoiceResource } from "../../../shared/billing/index.ts";
import type { PlanDescription } from "../../../shared/billing/payment/preview.rules.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { Money, StatusBadge } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";

function Row({
  label,
  before,
  after,
  same,
}: {
  label: string;
  before: ReactNode;
  after: ReactNode;
  same: boolean;
}) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text fz="sm" c="dimmed">
        {label}
      </Text>
      <Group gap={8} wrap="nowrap" fz="sm" className="figures">
        {same ? null : (
          <>
            <Text span fz="sm" c="dimmed">
              {before}
            </Text>
            <IconArrowRight size={14} aria-hidden />
          </>
        )}
        <Text span fz="sm" fw={600}>
          {after}
        </Text>
      </Group>
    </Group>
  );
}

export function PlanPreview({ plan, title }: { plan: PlanDescription; title: string }) {
  const t = useWords();
  const customerWords = useResourceWords(customer);
  const format = useFormat();
  const { expiry_date: expiry, due_amount: due, advance_amount: advance, status } = plan;
  const day = (value: string | null) => (value === null ? t("customer.no_limit") : format.day(value));
  return (
    <Box p="md" bg="var(--surface-quiet)" style={{ borderRadius: 8, border: "1px solid var(--line)" }}>
      <Text fz="xs" fw={600} c="dimmed" mb={8}>
        {title}
      </Text>
      <Stack gap={6} data-testid="plan-preview">
        <Row
          label={customerWords.field("expiry_date")}
          before={day(expiry.before)}
          after={day(expiry.after)}
          same={expiry.before === expiry.after}
        />
        <Row
          label={customerWords.field("due_amount")}
          before={<Money value={due.before} />}
          after={<Money value={due.after} tone={due.after > 0n ? "overdue" : "plain"} />}
          same={due.before === due.after}
        />
        <Row
          label={customerWords.field("advance_amount")}
          before={<Money value={advance.before} />}
          after={<Money value={advance.after} />}
          same={advance.before === advance.after}
        />
        {status.before === status.after ? null : (
          <Row
            label={customerWords.field("status")}
            before={<StatusBadge of={customer} status={status.before} />}
            after={<StatusBadge of={customer} status={status.after} />}
            same={false}
          />
        )}
        {plan.network ? (
          <Row label={t("plan.router")} before="" after={t(`plan.${plan.network}`)} same />
        ) : null}
      </Stack>
      {plan.invoices.length > 0 ? (
        <Table mt="sm" verticalSpacing={4} horizontalSpacing={0}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("plan.invoices")}</Table.Th>
              <Table.Th ta="right">{t("plan.due_before")}</Table.Th>
              <Table.Th ta="right">{t("plan.due_after")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {plan.invoices.map((invoice) => (
              <Table.Tr key={invoice.id}>
                <Table.Td>
                  <Group gap={8}>
                    {invoice.invoice_number}
                    <StatusBadge of={invoiceResource} status={invoice.status.after} size="xs" />
                  </Group>
                </Table.Td>
                <Table.Td ta="right">
                  <Money value={invoice.due_amount.before} />
                </Table.Td>
                <Table.Td ta="right">
                  <Money value={invoice.due_amount.after} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </Box>
  );
}
