// The Inbox: one list of what waits for its reader, decided where it stands.
import { Alert, Stack, Text, Title } from "@mantine/core";
import { IconCloudOff, IconInbox } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { NothingHere } from "../../kernel/screen/arriving.tsx";
import { Page } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { useKeyHints } from "../../kernel/page-actions/page-actions.ts";
import { ReviewItemCard } from "../sync/review-item/review-item-card.tsx";
import { useGiving } from "../sync/review-item/use-giving.tsx";
import type { AssignSuspenseDialog } from "../sync/review-rows.ts";
import type { InboxItem, InboxItemKind } from "./inbox-item.ts";
import { InboxRow, ROW_MARK } from "./inbox-row.tsx";

/** More than anybody decides at one sitting; the rest comes up as these are decided. */
const SHOWN = 100;

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** Arrows walk through all rows, whichever section they stand in; when a row is decided the focus is on the next. */
function useWalk(ids: string) {
  const list = useRef<HTMLDivElement>(null);
  const here = useRef(0);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(`[${ROW_MARK}]`) ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = own(MOVES, event.key);
    if (step === undefined || !(event.target instanceof HTMLElement)) return;
    const all = rows();
    const at = all.findIndex((row) => row.contains(event.target as Node));
    if (at < 0) return;
    event.preventDefault();
    all[Math.min(all.length - 1, Math.max(0, at + step))]?.focus();
  };
  const onFocus = ({ target }: { target: EventTarget }) => {
    const at = rows().findIndex((row) => row.contains(target as Node));
    if (at >= 0) here.current = at;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows are others
  useEffect(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const all = rows();
    all[Math.min(here.current, all.length - 1)]?.focus();
  }, [ids]);
  return { list, onKeyDown, onFocus };
}

interface InboxPageProps {
  /** What waits, of all areas, in the order of the Inbox. */
  useInboxItems: () => readonly InboxItem[];
  AssignSuspense: AssignSuspenseDialog;
}

export function InboxPage({ useInboxItems, AssignSuspense }: InboxPageProps) {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const items = useInboxItems();
  const shown = items.slice(0, SHOWN);
  const [card, setCard] = useState<InboxItem["card"] | null>(null);
  const { give, dialog } = useGiving(AssignSuspense);
  const { list, onKeyDown, onFocus } = useWalk(shown.map(({ id }) => id).join());
  useKeyHints([
    { keys: ["↑", "↓"], label: t("inbox.key.move") },
    { keys: ["Enter"], label: t("inbox.key.open") },
    { keys: ["A"], label: t("inbox.key.yes") },
    { keys: ["D"], label: t("inbox.key.no") },
  ]);
  const kinds = [...new Set(shown.map(({ kind }) => kind))];
  const section = (kind: InboxItemKind) => {
    const ofKind = shown.filter((item) => item.kind === kind);
    return (
      <Stack key={kind} gap={6} component="section" aria-labelledby={`inbox-${kind}`}>
        <Title order={2} id={`inbox-${kind}`} fz="sm" c="dimmed">
          {t(`inbox.kind.${kind}`)} · <span className="figures">{format.number(ofKind.length)}</span>
        </Title>
        <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
          {ofKind.map((item) => (
            <InboxRow key={item.id} item={item} onCard={setCard} />
          ))}
        </Stack>
      </Stack>
    );
  };
  return (
    <Page title={t("nav.inbox")} subtitle={t("inbox.subtitle")}>
      {online ? null : (
        <Alert color="orange" icon={<IconCloudOff size={18} />} py={8}>
          {t("inbox.offline")}
        </Alert>
      )}
      {shown.length === 0 ? (
        <NothingHere icon={IconInbox} title={t("inbox.none")} hint={t("inbox.none_hint")} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: arrows between the rows inside
        <div ref={list} onKeyDown={onKeyDown} onFocus={onFocus}>
          <Stack gap="lg" maw={900}>
            {kinds.map(section)}
          </Stack>
        </div>
      )}
      {items.length > SHOWN ? (
        <Text fz="sm" c="dimmed">
          {t("inbox.more", { n: format.number(items.length - SHOWN) })}
        </Text>
      ) : null}
      {card ? <ReviewItemCard {...card} onGive={give} onClose={() => setCard(null)} /> : null}
      {dialog}
    </Page>
  );
}
