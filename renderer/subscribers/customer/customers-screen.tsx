// All customers: the list that every resource has, over the search that ranks while one types; from this computer alone.
import { Button, Chip, Kbd } from "@mantine/core";
import { IconClockCancel, IconFileImport, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { type ComponentType, useDeferredValue, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { customer, takeBackExpiry } from "../../../shared/subscribers/index.ts";
import { Select } from "../../kernel/form/select.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { type Asked, readAsked, writeAsked } from "../../kernel/resource/list/filter.ts";
import { ResourceList } from "../../kernel/resource/list/resource-list.tsx";
import type { ViewsOfList } from "../../kernel/resource/list/view-tabs.tsx";
import type { ProposedView } from "../../kernel/resource/list/views.ts";
import { BulkActs } from "../../kernel/resource/operation/bulk-acts.tsx";
import { type Source, sourceHere } from "../../kernel/resource/source/use-source.ts";
import { useArriving } from "../../kernel/screen/arriving.tsx";
import { Page } from "../../kernel/screen/parts.tsx";
import { useParamsHere } from "../../kernel/screen/use-params-here.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { CustomerCard } from "./customer-card.tsx";
import { useCustomerCells, useOwnColumns } from "./customer-cells.tsx";
import { EXPIRY_FILTERS, OWN_FILTERS, passes } from "./customer-filter.ts";
import { CustomerForm } from "./customer-form.tsx";
import { type CustomerRow, useCustomerIndex, useCustomerSearch, useExpected } from "./customer-search.ts";
import { TakeBackExpiry } from "./take-back-expiry.tsx";

const COLUMNS = [
  "name",
  "customer_code",
  "username",
  "phone",
  "area",
  "package",
  "status",
  "due_amount",
  "expiry_date",
];
const HIDDEN = ["package"];
const WIDTHS = { name: 168, customer_code: 80, username: 134, phone: 142, area: 104, status: 112 };
const COUNTED = { all: "customers.all", some: "customers.some" } as const;

/** The customers of whom a change of package waits for its day. */
function useChanging(): ReadonlySet<string> {
  const sees = useSession((session) => session.can)("subscribers.service_change.view");
  const waiting = useRows("service_changes", sees ? { selector: { state: "SCHEDULED" } } : null);
  return useMemo(() => new Set((waiting ?? []).map((one) => one.customer)), [waiting]);
}

/** What was asked for, and how many there are of each status among those that the words find. */
function useFound(asked: Asked): { source: Source<CustomerRow>; counts: Readonly<Record<string, number>> } {
  const { query, filter } = useDeferredValue(asked);
  const format = useFormat();
  const total = useReplica().count(customer.collection);
  const arriving = useArriving();
  const today = format.today();
  const changing = useChanging();
  const { timezone } = format;
  const fits = useMemo(
    () => passes(filter, today, { timezone, changing }),
    [filter, today, timezone, changing],
  );
  const found = useCustomerSearch(query, Number.MAX_SAFE_INTEGER, fits);
  // Those whose making waits are not among the records yet.
  const source = sourceHere(useExpected(found.rows), Math.max(total, found.total));
  return {
    source: arriving && total === 0 ? { ...source, state: "arriving" } : source,
    counts: found.counts,
  };
}

/** Who is looked at every day, each with its count. */
const VIEWS: readonly ProposedView[] = [
  { name: "customers.view_today", filter: { expiry: "today" } },
  { name: "customers.view_over", filter: { expiry: "over", status__in: "ACTIVE,EXPIRED" } },
  { name: "customers.view_owing", filter: { due: "1" } },
  { name: "customers.view_unpaid", filter: { expiry: "unpaid" } },
  { name: "customers.view_no_router", filter: { expiry: "no_router" } },
  { name: "customers.view_suspended_owing", filter: { status: "SUSPENDED", due: "1" } },
];

function useViews(): ViewsOfList {
  const [index] = useCustomerIndex();
  const { today, timezone } = useFormat();
  const changing = useChanging();
  return {
    proposed: VIEWS,
    countHere: ({ query, filter }) =>
      index.search(query, { limit: 1, passes: passes(filter, today(), { timezone, changing }) }).total,
  };
}

function useAreas(): string[] {
  const [index, version] = useCustomerIndex();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that areas may have changed
  return useMemo(() => {
    const { rows } = index.search("", { limit: Number.MAX_SAFE_INTEGER });
    return [...new Set(rows.map(({ area }) => area))].filter(Boolean).sort();
  }, [index, version]);
}

/** Area, end of access, dues and a change that waits: filters of customers with controls of their own. */
function OwnFilters({ asked, onAsk }: { asked: Asked; onAsk: (asked: Asked) => void }) {
  const t = useWords();
  const words = useResourceWords(customer);
  const areas = useAreas();
  const { area, due, change: waits, expiry } = asked.filter;
  const change = (changes: Readonly<Record<string, string>>) =>
    onAsk({ ...asked, filter: { ...asked.filter, ...changes } });
  return (
    <>
      <Select
        w={150}
        aria-label={words.field("area")}
        placeholder={t("customers.any_area")}
        data={areas}
        value={area ?? null}
        onChange={(value) => change({ area: value ?? "" })}
        clearable
        searchable
      />
      <Select
        w={160}
        aria-label={words.field("expiry_date")}
        placeholder={t("customers.any_expiry")}
        data={EXPIRY_FILTERS.map((value) => ({ value, label: t(`customers.expiry_${value}`) }))}
        value={expiry ?? null}
        onChange={(value) => change({ expiry: value ?? "" })}
        clearable
      />
      <Chip
        size="xs"
        radius="sm"
        variant="outline"
        checked={due === "1"}
        onChange={(checked) => change({ due: checked ? "1" : "" })}
      >
        {t("customers.with_due")}
      </Chip>
      <Chip
        size="xs"
        radius="sm"
        variant="outline"
        checked={waits === "1"}
        onChange={(checked) => change({ change: checked ? "1" : "" })}
      >
        {t("customers.with_change")}
      </Chip>
    </>
  );
}

interface CustomersScreenProps {
  /** A customer in short, beside the list on wide screens: of an area that knows their money. */
  Preview: ComponentType<{ id: string }>;
  /** What is done to one by a key, besides opening them. */
  keys: Readonly<Record<string, (row: CustomerRow) => void>>;
}

export function CustomersScreen({ Preview, keys }: CustomersScreenProps) {
  const t = useWords();
  const words = useResourceWords(customer);
  const navigate = useNavigate();
  const can = useSession((session) => session.can);
  const mayAdd = can("subscribers.customer.create");
  const [params, setParams] = useParamsHere();
  const asked = useMemo(() => readAsked(customer, params, OWN_FILTERS), [params]);
  const ask = (next: Asked) => setParams(writeAsked(next), { replace: true });
  const { source, counts } = useFound(asked);
  const views = useViews();
  const cells = useCustomerCells();
  const own = useOwnColumns();
  const mayImport = can("subscribers.customer.import");
  const toImport = () => void navigate("/customers/import");
  const mayRevive = can(takeBackExpiry.permission);
  const [reviving, setReviving] = useState(false);
  const makeNew = () => {
    const next = writeAsked(asked);
    next.set("new", "1");
    setParams(next);
  };
  usePageActions([
    ...(mayAdd ? [{ id: "new", label: t("customers.new"), icon: IconUserPlus, key: "N", run: makeNew }] : []),
    ...(mayImport
      ? [{ id: "import", label: t("customers.import"), icon: IconFileImport, run: toImport }]
      : []),
    ...(mayRevive
      ? [
          {
            id: "take_back_expiry",
            label: words.operation("take_back_expiry"),
            icon: IconClockCancel,
            run: () => setReviving(true),
          },
        ]
      : []),
  ]);
  return (
    <Page
      fill
      title={words.title}
      actions={
        <>
          {mayImport ? (
            <Button
              variant="default"
              leftSection={<IconFileImport size={17} aria-hidden />}
              onClick={toImport}
            >
              {t("customers.import")}
            </Button>
          ) : null}
          {mayAdd ? (
            <Button
              leftSection={<IconUserPlus size={17} aria-hidden />}
              rightSection={<Kbd size="xs">N</Kbd>}
              aria-keyshortcuts="N"
              onClick={makeNew}
            >
              {t("customers.new")}
            </Button>
          ) : null}
        </>
      }
    >
      <ResourceList
        resource={customer}
        icon={IconUsers}
        columns={COLUMNS}
        hidden={HIDDEN}
        widths={WIDTHS}
        cells={cells}
        own={own}
        filters={["status", "package"]}
        counts={{ status: counts }}
        moreFilters={<OwnFilters asked={asked} onAsk={ask} />}
        counted={COUNTED}
        views={views}
        order={null}
        source={source}
        asked={asked}
        onAsk={ask}
        preview={({ id }) => <Preview id={id} />}
        card={(row) => <CustomerCard row={row} />}
        keys={keys}
        bulk={(chosen, { clear }) => <BulkActs resource={customer} records={chosen} onDone={clear} />}
        onOpen={({ id }) => void navigate(`/customers/${id}`)}
        firstStep={mayAdd ? <Button onClick={makeNew}>{t("customers.new")}</Button> : null}
        // Nobody is told to do what their role may not.
        hint={mayAdd ? undefined : ""}
      />
      {params.get("new") === "1" ? <CustomerForm customer={null} onClose={() => ask(asked)} /> : null}
      {reviving ? <TakeBackExpiry onClose={() => setReviving(false)} /> : null}
    </Page>
  );
}
