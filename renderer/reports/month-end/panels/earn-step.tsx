// Earning what prepaid customers have used by the month's end.
import { Anchor, Button, Group } from "@mantine/core";
import { Link } from "react-router";
import { closing, createClosing } from "../../../../shared/billing/index.ts";
import type { RecordOf } from "../../../../shared/kernel/resource.ts";
import { useAsk } from "../../../kernel/connection/server-answers.ts";
import { useCall } from "../../../kernel/connection/use-connection.ts";
import { useResourceWords, useWords } from "../../../kernel/i18n/index.ts";
import { useOperate } from "../../../kernel/resource/operation/use-operate.ts";
import { Fact, Money } from "../../../kernel/screen/parts.tsx";
import { Trouble } from "../../../kernel/trouble.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import type { StepProps } from "../step-props.ts";
import { TaskProgress } from "../task-progress.tsx";

const LOOK_MS = 2_000;

export function EarnStep({ end, step }: StepProps) {
  const t = useWords();
  const words = useResourceWords(closing);
  const format = useFormat();
  const { run, may, ready } = useOperate();
  const { data, error } = useAsk<{ results: readonly RecordOf<typeof closing>[] }>(
    `/api/v1/closings/?month=${end.month}&status__in=RUNNING,DONE,REVERSING`,
    LOOK_MS,
  );
  const known = data?.results[0];
  const closingIt = useCall(() => run(createClosing, "", { month: end.month }));
  const open = known && known.status !== "DONE";
  return (
    <>
      {known ? (
        <Group gap="xl">
          <Fact label={words.field("status")}>{words.choice("status", known.status)}</Fact>
          <Fact label={words.field("invoices")}>{format.number(known.invoices)}</Fact>
          <Fact label={words.field("amount")}>
            <Money value={known.amount} currency />
          </Fact>
        </Group>
      ) : null}
      {open && known.task_id ? <TaskProgress task_id={known.task_id} /> : null}
      <Trouble error={error ?? closingIt.error} />
      <Group gap="md">
        {step.status === "WAITING" && may(createClosing) && !open ? (
          <Button
            variant={known ? "default" : "light"}
            loading={closingIt.busy}
            disabled={!ready(createClosing)}
            onClick={() => void closingIt.run()}
          >
            {t(known ? "steps.earn_again" : "steps.earn_now")}
          </Button>
        ) : null}
        <Anchor component={Link} to="/closings" fz="sm">
          {words.many}
        </Anchor>
      </Group>
    </>
  );
}
