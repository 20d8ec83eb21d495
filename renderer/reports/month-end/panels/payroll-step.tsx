// The month's salaries: who is to get one, what keeps it, what is drawn up and not paid, with the way to each.
import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "react-router";
import type { PayrollGaps } from "../../../../shared/hr/index.ts";
import { useAsk } from "../../../kernel/connection/server-answers.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { Fact } from "../../../kernel/screen/parts.tsx";
import { Trouble } from "../../../kernel/trouble.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import type { StepProps } from "../step-props.ts";

interface Counted {
  readonly count: number;
}

export function PayrollStep({ end }: StepProps) {
  const t = useWords();
  const format = useFormat();
  const list = (status: string) => `/api/v1/payrolls/?month=${end.month}&status=${status}&page_size=1`;
  const gaps = useAsk<PayrollGaps>(`/api/v1/payrolls/gaps/?month=${end.month}`);
  const drafts = useAsk<Counted>(list("DRAFT"));
  const paid = useAsk<Counted>(list("PAID"));
  const error = gaps.error ?? drafts.error ?? paid.error;
  const figure = (value: number | undefined) => (value === undefined ? "—" : format.number(value));
  const missing = gaps.data ? gaps.data.employees - gaps.data.existing : undefined;
  return (
    <>
      <Group gap="xl">
        <Fact label={t("steps.pay_paid")}>{figure(paid.data?.count)}</Fact>
        <Fact label={t("steps.pay_drafts")}>{figure(drafts.data?.count)}</Fact>
        <Fact label={t("steps.pay_missing")}>{figure(missing)}</Fact>
      </Group>
      {missing || drafts.data?.count ? <Text fz="sm">{t("steps.pay_open")}</Text> : null}
      <Trouble error={error} />
      <Group gap="lg">
        <Anchor component={Link} to={`/payroll-run?month=${end.month}`} fz="sm">
          {t("nav.payroll_run")}
        </Anchor>
        <Anchor component={Link} to={`/payrolls?month=${end.month}`} fz="sm">
          {t("steps.pay_list")}
        </Anchor>
      </Group>
    </>
  );
}
