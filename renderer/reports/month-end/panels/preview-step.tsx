// What making the bills will do, and which customers to look at before.
import { Anchor, Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "react-router";
import type { BatchPreview } from "../../../../shared/billing/index.ts";
import { useAsk } from "../../../kernel/connection/server-answers.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { Fact, Money } from "../../../kernel/screen/parts.tsx";
import { Trouble } from "../../../kernel/trouble.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import type { StepProps } from "../step-props.ts";

/** So many stand by name; the count says how many there are. */
const NAMED = 24;

function Exception({ kind, count, customers }: BatchPreview["exceptions"][number]) {
  const t = useWords();
  const format = useFormat();
  const more = count - Math.min(customers.length, NAMED);
  return (
    <Paper p="md" component="section" aria-label={t(`steps.exception.${kind}`)}>
      <Group gap="xs" mb={4}>
        <Title order={3}>{t(`steps.exception.${kind}`)}</Title>
        <Badge color="orange">{format.number(count)}</Badge>
      </Group>
      <Text fz="sm" c="dimmed" mb={8}>
        {t(`steps.exception_hint.${kind}`)}
      </Text>
      <Group gap="md">
        {customers.slice(0, NAMED).map(({ customer, customer_code, name }) => (
          <Anchor key={customer} component={Link} to={`/customers/${customer}`} fz="sm">
            {name} · {customer_code}
          </Anchor>
        ))}
        {more > 0 ? <Text fz="sm">{t("steps.and_more", { n: format.number(more) })}</Text> : null}
      </Group>
    </Paper>
  );
}

export function PreviewStep({ end }: StepProps) {
  const t = useWords();
  const format = useFormat();
  const { data, error } = useAsk<BatchPreview>(`/api/v1/invoices/batch-preview/?billing_month=${end.month}`);
  if (error) return <Trouble error={error} />;
  if (!data) return null;
  return (
    <Stack gap="md">
      <Group gap="xl">
        <Fact label={t("month.batch.to_bill")}>{format.number(data.count)}</Fact>
        <Fact label={t("steps.will_charge")}>
          <Money value={data.amount} currency />
        </Fact>
        <Fact label={t("month.batch.billed")}>{format.number(data.billed)}</Fact>
        <Fact label={t("month.batch.active")}>{format.number(data.active)}</Fact>
      </Group>
      <Text fz="sm">
        {t(data.wanted_date ? "month.batch.dated_later" : "month.batch.dated", {
          day: format.day(data.issue_date),
          wanted: format.day(data.wanted_date),
        })}
      </Text>
      {data.exceptions.length === 0 ? (
        <Group gap="xs">
          <IconCircleCheck size={18} aria-hidden />
          <Text fz="sm">{t("steps.no_exceptions")}</Text>
        </Group>
      ) : (
        data.exceptions.map((one) => <Exception key={one.kind} {...one} />)
      )}
    </Stack>
  );
}
