// A customer's timeline: what waits on this computer first, then everything that happened, from every area.
import { Group, Paper, Text } from "@mantine/core";
import { Link } from "react-router";
import type { Customer } from "../../shared/subscribers/index.ts";
import { customer as customerResource } from "../../shared/subscribers/index.ts";
import { effectsOn } from "../kernel/expected/effects.ts";
import { commandWords, useWords } from "../kernel/i18n/index.ts";
import type { QueuedCommand } from "../kernel/replica/index.ts";
import { usePending } from "../kernel/replica-hooks.ts";
import { PendingClock } from "../kernel/screen/parts.tsx";
import { Timeline } from "../kernel/timeline/timeline.tsx";
import { useFormat } from "../kernel/use-format.ts";
import { useSeesMoney } from "../subscribers/index.ts";
import { CUSTOMER_TOLD, TOLD_WITHOUT_MONEY } from "./customer-told.tsx";

const COLLECTIONS = [...new Set(CUSTOMER_TOLD.map(({ resource }) => resource.collection))];

/** Whether a line tells of what a command makes; it has the clock, then. */
const isTold = (command: QueuedCommand): boolean =>
  COLLECTIONS.some((collection) => effectsOn([command], collection).length > 0);

const isOnItsWay = ({ status }: QueuedCommand): boolean => status !== "REJECTED" && status !== "SUSPENSE";

function Waiting({ customer }: { customer: Customer }) {
  const t = useWords();
  const format = useFormat();
  const commands = usePending(customerResource.collection, customer.id);
  const waiting = commands.filter((command) => isOnItsWay(command) && !isTold(command)).reverse();
  if (waiting.length === 0) return null;
  return (
    <Paper component="section" aria-label={t("story.waiting")}>
      {waiting.map(({ id, kind, occurred_at, payload }) => (
        <Group key={id} px={14} py={8} gap="sm" fs="italic" fz="sm">
          <PendingClock />
          <Link to="/sync?tab=outbox">
            {commandWords(kind, t.language)} · {format.instant(occurred_at)}
          </Link>
          {typeof payload.amount === "string" ? (
            <Text span inherit fw={600}>
              {format.money(payload.amount)}
            </Text>
          ) : null}
        </Group>
      ))}
    </Paper>
  );
}

export function CustomerTimeline({ customer }: { customer: Customer }) {
  return (
    <Timeline all={useSeesMoney() ? CUSTOMER_TOLD : TOLD_WITHOUT_MONEY} id={customer.id}>
      <Waiting customer={customer} />
    </Timeline>
  );
}
