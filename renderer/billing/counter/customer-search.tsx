// The search box of the counter: results as one types, ↑ ↓ Enter picks; from memory, with or without a line.
import { Box, Group, Kbd, Paper, Text, TextInput } from "@mantine/core";
import { IconSearch, IconUserSearch } from "@tabler/icons-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useNavigate } from "react-router";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { ScanButton } from "../../kernel/scan/scan-button.tsx";
import { NothingHere, useArriving } from "../../kernel/screen/arriving.tsx";
import { Nothing } from "../../kernel/screen/parts.tsx";
import { useNarrow } from "../../kernel/theme/narrow.ts";
import { useFormat } from "../../kernel/use-format.ts";
import {
  type CustomerRow,
  useCustomerIndex,
  useCustomerSearch,
  useScannedId,
} from "../../subscribers/index.ts";
import { type PaymentKind, usePaymentDialog } from "../recharge/recharge-store.ts";
import classes from "./customer-search.module.css";
import { FoundCustomer } from "./found-customer.tsx";
import { isNumber, TypingClock } from "./reader-typing.ts";

const LIMIT = 9;

interface FootProps {
  readonly mayPay: boolean;
  /** How many were found; null while nothing is searched for. */
  readonly found: number | null;
}

/** The keys, and how many were found. Not drawn anew with every letter that is typed. */
const Foot = memo(function Foot({ mayPay, found }: FootProps) {
  const t = useWords();
  const format = useFormat();
  return (
    <Group gap="lg" mt="sm" justify="space-between">
      <Group gap="md" fz="xs" c="dimmed" visibleFrom="xs">
        <span>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t("counter.keys_move")}
        </span>
        <span>
          <Kbd size="xs">Enter</Kbd> {t("counter.keys_recharge")}
        </span>
        {mayPay ? (
          <span>
            <Kbd size="xs">F3</Kbd> {t("counter.keys_payment")}
          </span>
        ) : null}
        <span>
          <Kbd size="xs">F4</Kbd> {t("counter.keys_open")}
        </span>
      </Group>
      <Text fz="xs" c="dimmed" role="status">
        {found === null ? "" : t("counter.found", { count: format.number(found) })}
      </Text>
    </Group>
  );
});

interface CustomerSearchProps {
  /** Offered while nothing is searched for. */
  recent: readonly CustomerRow[];
  /** What this person may take: no other key is named. */
  may: (kind: PaymentKind) => boolean;
  onPick: (id: string, kind: PaymentKind) => void;
  ref: Ref<HTMLInputElement>;
}

export function CustomerSearch({ recent, may, onPick, ref }: CustomerSearchProps) {
  const t = useWords();
  const format = useFormat();
  const replica = useReplica();
  const navigate = useNavigate();
  const isNarrow = useNarrow();
  const list = useId();
  const [query, setQuery] = useState("");
  // No row is chosen before something is typed or moved to: Enter alone must do nothing.
  const [at, setAt] = useState(-1);
  /** A number that was read or pasted, and is nobody's. */
  const [unknown, setUnknown] = useState<string | null>(null);
  const typing = useRef(new TypingClock());
  // Not deferred: finding takes less than drawing the box a second time.
  const asked = query.trim();
  const [index] = useCustomerIndex();
  const scanned = useScannedId();
  const found = useCustomerSearch(asked, asked === "" ? 0 : LIMIT);
  const { rows, total } = asked === "" ? { rows: recent, total: 0 } : found;
  const arriving = useArriving();
  const known = replica.count("customers");
  const hint =
    arriving && known === 0
      ? t("counter.arriving")
      : t("counter.start_hint", { count: known, customers: format.number(known) });
  const active = Math.min(at, rows.length - 1);

  const type = (text: string) => {
    typing.current.changed(query, text, performance.now());
    setQuery(text);
    setAt(text.trim() === "" ? -1 : 0);
    setUnknown(null);
  };
  const begun = usePaymentDialog((state) => state.typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was typed on a receipt
  useEffect(() => {
    if (begun !== "") type(begun);
  }, [begun]);
  /** A number as a whole, from a reader, the clipboard or the camera: exactly its customer, or nobody. */
  const read = (text: string, kind: PaymentKind) => {
    const exact = scanned(text);
    if (exact) return onPick(exact, kind);
    type(text);
    if (index.search(text, { limit: 1 }).total === 0) setUnknown(text);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text").trim();
    if (query.trim() !== "" || !scanned(text)) return;
    event.preventDefault();
    read(text, "recharge");
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    switch (event.key) {
      case "ArrowDown":
        event.preventDefault();
        return setAt(Math.min(active + 1, rows.length - 1));
      case "ArrowUp":
        event.preventDefault();
        return setAt(Math.max(active - 1, 0));
      case "F3":
      case "Enter": {
        event.preventDefault();
        const kind = event.key === "F3" || event.shiftKey ? "payment" : "recharge";
        if (typing.current.isRead(asked, performance.now())) return read(asked, kind);
        if (!row && isNumber(query)) return setUnknown(asked);
        return row && onPick(row.id, kind);
      }
      case "F4":
        // Nobody chosen: the key means the list of customers, as everywhere.
        if (!row) return;
        event.preventDefault();
        event.stopPropagation();
        return navigate(`/customers/${row.id}`);
      case "Escape":
        event.stopPropagation();
        return type("");
    }
  };

  return (
    <Paper p="md">
      <TextInput
        ref={ref}
        value={query}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        data-search
        rightSection={<ScanButton onFound={(text) => read(text, "recharge")} />}
        error={unknown === null ? undefined : t("counter.nobody_has", { number: unknown })}
        size="lg"
        leftSection={<IconSearch size={20} aria-hidden />}
        placeholder={t(isNarrow ? "counter.search_short" : "counter.search")}
        aria-label={t("counter.search")}
        role="combobox"
        aria-expanded={rows.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={rows[active] ? `${list}-${rows[active].id}` : undefined}
        autoComplete="off"
        spellCheck={false}
      />
      {asked === "" && recent.length > 0 ? (
        <Box px={12} mt="sm">
          <Text fz="sm" c="dimmed">
            {hint}
          </Text>
          <Text fz="xs" fw={600} c="dimmed" mt="sm">
            {t("counter.recent")}
          </Text>
        </Box>
      ) : null}
      <div role="listbox" id={list} aria-label={t("counter.results")} className={classes.results}>
        {rows.map((row, index) => (
          <div
            // By its place: the next key changes what stands in a row, and makes no new rows.
            // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps nothing of its own
            key={index}
            id={`${list}-${row.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.row}
            onClick={() => onPick(row.id, "recharge")}
            onKeyDown={onKeyDown}
            onMouseMove={() => setAt(index)}
          >
            <FoundCustomer row={row} query={asked} />
          </div>
        ))}
      </div>
      {asked !== "" && rows.length === 0 ? (
        <NothingHere icon={IconUserSearch} title={t("counter.nobody")} hint={t("counter.nobody_hint")} />
      ) : null}
      {asked === "" && recent.length === 0 ? (
        <Nothing icon={IconUserSearch} title={t("counter.start")} hint={hint} />
      ) : null}
      <Foot mayPay={may("payment")} found={asked === "" ? null : total} />
    </Paper>
  );
}
