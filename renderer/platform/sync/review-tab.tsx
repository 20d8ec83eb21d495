// The review list: money that looks for its customer, wrong clocks, conflicts; open ones first.
import { Alert } from "@mantine/core";
import { IconChecklist, IconCloudOff } from "@tabler/icons-react";
import { useCallback, useMemo, useState } from "react";
import { type ReviewItem, reviewItem } from "../../../shared/platform/index.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useObservable, useReplica } from "../../kernel/replica-hooks.ts";
import type { Asked } from "../../kernel/resource/list/filter.ts";
import { ResourceList } from "../../kernel/resource/list/resource-list.tsx";
import type { Column } from "../../kernel/table/columns.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { reviewColumns } from "./review-columns.tsx";
import { ReviewActions } from "./review-item/review-actions.tsx";
import { ReviewItemCard } from "./review-item/review-item-card.tsx";
import { useGiving } from "./review-item/use-giving.tsx";
import { type AssignSuspenseDialog, factsOf, openFirst } from "./review-rows.ts";

// No wider than a small screen: what can be done stands at the end of the row.
const COLUMNS = ["kind", "amount", "detail", "receipt", "occurred_at"];
const HIDDEN = ["author", "status", "customer", "device", "resolution", "resolved_by", "resolved_at"];
const OPEN: Asked = { query: "", filter: { status: "OPEN" } };
const NO_CELLS = {};

export function ReviewTab({ AssignSuspense }: { AssignSuspense: AssignSuspenseDialog }) {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const { commands } = useObservable(useReplica().outbox$);
  const [asked, setAsked] = useState(OPEN);
  const [open, setOpen] = useState<string | null>(null);
  const { give, dialog } = useGiving(AssignSuspense);
  const facts = useCallback((item: ReviewItem) => factsOf(item, commands), [commands]);
  const own = useMemo(() => reviewColumns(t, format, facts), [t, format, facts]);
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
      {open === null ? null : (
        <ReviewItemCard item={open} command={null} onGive={give} onClose={() => setOpen(null)} />
      )}
      {dialog}
    </>
  );
}
