// A refused or reviewed matter in full, on one card wherever it is opened: whom it is about, which till, what the server said,
// and everything that can be done about it.
import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import { customerOf } from "../../../../shared/platform/customer-of-command.ts";
import { type ReviewItem, reviewItem } from "../../../../shared/platform/index.ts";
import { useCall } from "../../../kernel/connection/use-connection.ts";
import { Dialog } from "../../../kernel/form/dialog.tsx";
import { commandWords, useResourceWords, useWords } from "../../../kernel/i18n/index.ts";
import { commandProblem } from "../../../kernel/problem-words.ts";
import type { QueuedCommand } from "../../../kernel/replica/index.ts";
import { useObservable, useRecord, useReplica, useRows } from "../../../kernel/replica-hooks.ts";
import { isMissing } from "../../../kernel/resource/fields.ts";
import { FieldsCard } from "../../../kernel/resource/record-fields.tsx";
import { Details, Fact, Money, StateBadge, Trouble } from "../../../kernel/screen/parts.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import { amountOf, canCorrect, canRetry, needsYou } from "../outbox-rows.ts";
import { meantWords } from "../review-columns.tsx";
import { factsOf, type Give, type ItemFacts, problemOf } from "../review-rows.ts";
import { reviewSays } from "../review-says.ts";
import { DismissCommand } from "./dismiss-command.tsx";
import { LikelyCustomers } from "./likely-customers.tsx";
import { ReviewActions } from "./review-actions.tsx";
import { TwoEdits } from "./two-edits.tsx";

/** Of these what is known. */
const ITEM = ["amount", "author", "occurred_at", "customer", "status", "resolution", "resolved_by"];
const NO_CELLS = {};

/** What is known of a matter that is this computer's alone. */
function CommandFacts({ command, facts }: { command: QueuedCommand; facts: ItemFacts }) {
  const t = useWords();
  const format = useFormat();
  const customer = useRecord("customers", customerOf(command));
  const amount = amountOf(command);
  return (
    <SimpleGrid cols={2} spacing="sm">
      <Fact label={t("sync.outbox.customer")}>
        {customer ? (
          <Anchor component={Link} to={`/customers/${customer.id}`} fz="inherit">
            {customer.name}
          </Anchor>
        ) : (
          (facts.name ?? "—")
        )}
      </Fact>
      <Fact label={t("sync.outbox.state")}>
        <StateBadge state={command.status} label={t(`sync.state.${command.status}`)} />
      </Fact>
      <Fact label={t("sync.outbox.amount")}>{amount === null ? "—" : <Money value={amount} currency />}</Fact>
      <Fact label={t("sync.outbox.occurred")}>{format.instant(command.occurred_at)}</Fact>
      {command.dismissed_for ? (
        <Fact label={t("sync.outbox.dismissed_for")}>{command.dismissed_for}</Fact>
      ) : null}
    </SimpleGrid>
  );
}

/** What can be done about a command that nothing on the review list speaks of. */
function CommandActions({ command, onClose }: { command: QueuedCommand; onClose: () => void }) {
  const t = useWords();
  const replica = useReplica();
  const [dismissing, setDismissing] = useState(false);
  const retry = useCall(async () => {
    await replica.retry(command.id);
    onClose();
  });
  return (
    <>
      <Trouble error={retry.error} />
      <Group justify="flex-end" gap="xs">
        {canCorrect(command) ? (
          <Button
            variant="light"
            component={Link}
            to={`/customers/${customerOf(command)}?correct=${command.id}`}
          >
            {t("refused.correct")}
          </Button>
        ) : null}
        {needsYou(command) ? (
          <Button variant="default" onClick={() => setDismissing(true)}>
            {t("sync.review.close")}
          </Button>
        ) : null}
        {canRetry(command) ? (
          <Button loading={retry.busy} onClick={() => void retry.run()}>
            {t("sync.outbox.retry")}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {t("action.close")}
          </Button>
        )}
      </Group>
      {dismissing ? (
        <DismissCommand command={command} onDone={onClose} onClose={() => setDismissing(false)} />
      ) : null}
    </>
  );
}

interface CardProps {
  item: ReviewItem | null;
  command: QueuedCommand | null;
  onGive: Give;
  onClose: () => void;
}

function Card({ item, command, onGive, onClose }: CardProps) {
  const t = useWords();
  const format = useFormat();
  const words = useResourceWords(reviewItem);
  const { commands } = useObservable(useReplica().outbox$);
  const told = item ?? (command && { payload: command.payload, customer: customerOf(command) });
  if (!told) return null;
  const facts = factsOf(told, commands);
  // Older items kept amount and, of a clock, the customer in their payload alone.
  const record = item && {
    ...item,
    amount: item.amount ?? amountOf({ payload: item.payload ?? {} }),
    customer: item.customer ?? (item.kind === "CLOCK" ? facts.customer : null),
  };
  const known = item && { problem: problemOf(item) ?? undefined, status: "REJECTED" as const };
  const problem = known ? commandProblem(known, t) : command && commandProblem(command, t);
  const detail = item ? reviewSays(item, t, format) : problem?.text;
  const meant = [facts.receipt, meantWords(facts, t)].filter(Boolean).join(" · ");
  const title = item ? words.choice("kind", item.kind) : commandWords(command?.kind ?? "", t.language);
  const is_open = item ? item.status === "OPEN" : command !== null && needsYou(command);
  return (
    <Dialog opened onClose={onClose} size={680} title={title}>
      <Stack gap="md">
        {meant ? <Text fw={600}>{meant}</Text> : null}
        {detail ? (
          <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} />}>
            <Text fz="sm">{detail}</Text>
            {problem ? <Details text={problem.details} /> : null}
          </Alert>
        ) : null}
        {is_open ? <LikelyCustomers facts={facts} /> : null}
        {item ? <TwoEdits payload={item.payload} /> : null}
        {record ? (
          <FieldsCard
            resource={reviewItem}
            record={record}
            fields={ITEM.filter((name) => !isMissing(own(record, name)))}
            cells={NO_CELLS}
          />
        ) : null}
        {command && !item ? <CommandFacts command={command} facts={facts} /> : null}
        {item?.status === "OPEN" ? (
          <ReviewActions item={item} in_full onGive={onGive} onDone={onClose} />
        ) : command ? (
          <CommandActions command={command} onClose={onClose} />
        ) : null}
      </Stack>
    </Dialog>
  );
}

interface ReviewItemCardProps {
  /** The ids of the two sides of a matter, as far as they are known: the other one is looked for. */
  item: string | null;
  command: string | null;
  onGive: Give;
  onClose: () => void;
}

export function ReviewItemCard({ item, command, onGive, onClose }: ReviewItemCardProps) {
  const { commands } = useObservable(useReplica().outbox$);
  const named = useRecord("review_items", item);
  const about = useRows("review_items", command === null ? null : { selector: { command } });
  if (item !== null ? !named : command !== null && about === undefined) return null;
  const found = named ?? about?.find(({ status }) => status === "OPEN") ?? about?.[0] ?? null;
  const cause = commands.find(({ id }) => id === (command ?? found?.command)) ?? null;
  return (
    <Card
      item={found}
      command={cause}
      onGive={(one, end) => {
        onClose();
        onGive(one, end);
      }}
      onClose={onClose}
    />
  );
}
