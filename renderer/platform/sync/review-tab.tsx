// The review list: money that looks for its customer, wrong clocks, conflicts; open ones first.
import { Alert, Modal, Stack, Text } from "@mantine/core";
import { IconChecklist, IconCloudOff } from "@tabler/icons-react";
import { Suspense, useCallback, useMemo, useState } from "react";
import { type ReviewItem, reviewItem } from "../../../shared/platform/index.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useObservable, useRecord, useReplica } from "../../kernel/replica-hooks.ts";
import type { Asked } from "../../kernel/resource/list/filter.ts";
import { ResourceList } from "../../kernel/resource/list/resource-list.tsx";
import { FieldsCard } from "../../kernel/resource/record-fields.tsx";
import type { Column } from "../../kernel/table/columns.ts";
import { ReviewActions } from "./review-actions.tsx";
import { meantWords, reviewColumns } from "./review-columns.tsx";
import { type AssignSuspenseDialog, factsOf, type ItemFacts, openFirst } from "./review-rows.ts";

// No wider than a small screen: what can be done stands at the end of the row.
const COLUMNS = ["kind", "amount", "detail", "receipt", "occurred_at"];
const HIDDEN = ["author", "status", "customer", "device", "resolution", "resolved_by", "resolved_at"];
const ITEM = ["amount", "author", "occurred_at", "customer", "status", "resolution", "resolved_by"];
const OPEN: Asked = { query: "", filter: { status: "OPEN" } };
const NO_CELLS = {};

interface InFullProps {
  item: ReviewItem;
  facts: ItemFacts;
  onGive: (item: ReviewItem) => void;
  onClose: () => void;
}

/** One item in full, with what can be done about it. */
function InFull({ item, facts, onGive, onClose }: InFullProps) {
  const t = useWords();
  const words = useResourceWords(reviewItem);
  const meant = [facts.receipt, meantWords(facts, t)].filter(Boolean).join(" · ");
  return (
    <Modal opened onClose={onClose} size={680} title={words.choice("kind", item.kind)}>
      <Stack gap="md">
        <Text fw={600}>{meant}</Text>
        <Text>{item.detail}</Text>
        <FieldsCard resource={reviewItem} record={{ ...item }} fields={ITEM} cells={NO_CELLS} />
        <ReviewActions item={item} onGive={onGive} />
      </Stack>
    </Modal>
  );
}

export function ReviewTab({ AssignSuspense }: { AssignSuspense: AssignSuspenseDialog }) {
  const t = useWords();
  const online = useOnline();
  const { commands } = useObservable(useReplica().outbox$);
  const [asked, setAsked] = useState(OPEN);
  const [open, setOpen] = useState<string | null>(null);
  const inFull = useRecord("review_items", open);
  const [giving, setGiving] = useState<ReviewItem | null>(null);
  const [given, setGiven] = useState(false);
  const facts = useCallback((item: ReviewItem) => factsOf(item, commands), [commands]);
  const own = useMemo(() => reviewColumns(t, facts), [t, facts]);
  const give = useCallback((item: ReviewItem) => {
    setOpen(null);
    setGiven(true);
    setGiving(item);
  }, []);
  const actions = useMemo<Column<ReviewItem>>(() => {
    const cell = (item: ReviewItem) => <ReviewActions item={item} onGive={give} />;
    return {
      id: "actions",
      header: "",
      width: 190,
      align: "right",
      fixed: true,
      pinned: true,
      value: () => null,
      cell,
    };
  }, [give]);
  return (
    <>
      {online ? null : (
        <Alert color="orange" icon={<IconCloudOff size={18} />} py={8}>
          {t("sync.review.offline")}
        </Alert>
      )}
      <ResourceList
        resource={reviewItem}
        icon={IconChecklist}
        columns={COLUMNS}
        hidden={HIDDEN}
        cells={NO_CELLS}
        own={own}
        rowActions={actions}
        filters={["status", "kind", "occurred_at"]}
        order={null}
        arrange={openFirst}
        asked={asked}
        begin={OPEN.filter}
        onAsk={setAsked}
        onOpen={({ id }: ReviewItem) => setOpen(id)}
      />
      {inFull ? (
        <InFull item={inFull} facts={facts(inFull)} onGive={give} onClose={() => setOpen(null)} />
      ) : null}
      {/* Loaded when it is first wanted, and kept then: a dialog that closes still moves. */}
      {given ? (
        <Suspense>
          <AssignSuspense item={giving} facts={giving && facts(giving)} onClose={() => setGiving(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
