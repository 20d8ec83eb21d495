// Money in suspense finds its customer, searched on this computer, or its end; booked by the server.
import {
  Button,
  Group,
  Radio,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import type { ReviewItem } from "../../../shared/platform/index.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useById, useRecord, useReplica } from "../../kernel/replica-hooks.ts";
import { Marked } from "../../kernel/screen/marked.tsx";
import { Money, StatusBadge, Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { reviewSays } from "../../platform/index.ts";
import { type CustomerRow, useCustomerIndex } from "../../subscribers/index.ts";
import { Effect } from "../corrections/effect.tsx";
import { EndSuspense } from "./end-suspense.tsx";
import { useGiving } from "./suspense-effect.ts";

const LIMIT = 6;

/** What is known of whom the money was meant for. */
interface ItemFacts {
  readonly receipt: string | null;
  readonly name: string | null;
  readonly phone: string | null;
}

function Found({ row, query }: { row: CustomerRow; query: string }) {
  const w = useResourceWords(customer);
  const packages = useById("packages");
  const pack = packages.get(useRecord("customers", row.id)?.package ?? "");
  return (
    <Radio.Card value={row.id} p={8} aria-label={row.name}>
      <Group wrap="nowrap" gap="sm">
        <Radio.Indicator />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text fz="sm" fw={600} className="cut">
            <Marked text={row.name} query={query} />
          </Text>
          <Text fz="xs" c="dimmed">
            <Marked
              text={[row.customer_code, row.username, row.phone, row.area, pack?.name]
                .filter(Boolean)
                .join(" · ")}
              query={query}
            />
          </Text>
        </div>
        {/[1-9]/.test(row.due_amount) ? (
          <Text fz="xs" c="dimmed">
            {w.field("due_amount")} <Money value={row.due_amount} />
          </Text>
        ) : null}
        <StatusBadge of={customer} status={row.status} />
      </Group>
    </Radio.Card>
  );
}

interface FormProps {
  item: ReviewItem;
  facts: ItemFacts;
  onDone: () => void;
}

function Form({ item, facts, onDone }: FormProps) {
  const t = useWords();
  const format = useFormat();
  const replica = useReplica();
  const online = useOnline();
  const [query, setQuery] = useState(facts.name ?? "");
  const [chosen, setChosen] = useState<string | null>(null);
  const [index] = useCustomerIndex();
  const rows = query.trim() === "" ? [] : index.search(query, { limit: LIMIT }).rows;
  const customer = rows.find(({ id }) => id === chosen) ?? null;
  const came = useRecord("transactions", item.payment_transaction);
  const waiting = { amount: item.amount ?? "0", method: came?.method ?? "CASH" } as const;
  const effect = useGiving(waiting, customer?.id ?? null);
  const giving = useCall(async ({ id, name }: CustomerRow) => {
    await replica.client.rest("POST", `/api/v1/review-items/${item.id}/resolve/`, { customer: id });
    replica.syncNow();
    notifications.show({ color: "green", message: t("sync.review.give_done", { name }) });
    onDone();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const at = rows.findIndex(({ id }) => id === chosen);
    const next = event.key === "ArrowDown" ? Math.min(at + 1, rows.length - 1) : Math.max(at - 1, 0);
    setChosen(rows[next]?.id ?? null);
  };
  const meant = [facts.name, facts.phone].filter(Boolean).join(", ");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (customer && effect && online && !giving.busy) void giving.run(customer);
      }}
    >
      <Stack gap="md">
        <Text fz="sm">
          {[facts.receipt, meant && t("review.meant", { who: meant })].filter(Boolean).join(" · ")}
        </Text>
        <Text fz="sm">{reviewSays(item, t, format)}</Text>
        <TextInput
          label={t("sync.review.give_search")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          description={t("give.take")}
          autoComplete="off"
          data-autofocus
        />
        <Radio.Group
          label={<VisuallyHidden>{t("sync.review.give_search")}</VisuallyHidden>}
          value={chosen}
          onChange={setChosen}
        >
          <Stack gap={6}>
            {rows.map((row) => (
              <Found key={row.id} row={row} query={query} />
            ))}
          </Stack>
        </Radio.Group>
        {query.trim() !== "" && rows.length === 0 ? (
          <Text fz="sm" c="dimmed" role="status">
            {t("sync.review.give_none")}
          </Text>
        ) : null}
        {effect ? (
          <Effect plan={effect} title={t("undo.effect")} />
        ) : (
          <Text fz="sm" c="dimmed">
            {t("sync.review.give_hint")}
          </Text>
        )}
        <Trouble error={giving.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t("action.cancel")}
          </Button>
          <Button type="submit" loading={giving.busy} disabled={!effect || !online}>
            {customer ? t("sync.review.give_do", { name: customer.name }) : t("sync.review.give")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const HOW = ["customer", "refund", "write_off"] as const;

type How = (typeof HOW)[number];

/** Exactly one of three: it goes to a customer, back to who brought it, or is kept. */
function Choice({ how, setHow, ...props }: FormProps & { how: How; setHow: (how: How) => void }) {
  const t = useWords();
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        aria-label={t("suspense.how")}
        value={how}
        onChange={setHow}
        data={HOW.map((value) => ({ value, label: t(`suspense.how.${value}`) }))}
      />
      {how === "customer" ? (
        <Form {...props} />
      ) : (
        <EndSuspense key={how} item={props.item} how={how} onDone={props.onDone} />
      )}
    </Stack>
  );
}

interface AssignSuspenseDialogProps {
  /** Null: closed. */
  item: ReviewItem | null;
  facts: ItemFacts | null;
  /** What it begins with. */
  how: How;
  onClose: () => void;
}

interface DecisionProps extends AssignSuspenseDialogProps {
  item: ReviewItem;
  facts: ItemFacts;
}

function Decision({ item, facts, how: begin, onClose }: DecisionProps) {
  const t = useWords();
  const format = useFormat();
  const [how, setHow] = useState(begin);
  const amount = format.currencyMoney(item.amount ?? "0");
  return (
    <Dialog opened onClose={onClose} size="lg" title={t(`suspense.title.${how}`, { amount })}>
      <Choice how={how} setHow={setHow} item={item} facts={facts} onDone={onClose} />
    </Dialog>
  );
}

export function AssignSuspenseDialog({ item, facts, how, onClose }: AssignSuspenseDialogProps) {
  if (!item || !facts) return null;
  return <Decision key={`${item.id} ${how}`} item={item} facts={facts} how={how} onClose={onClose} />;
}
