// The list of a resource as a screen: its place in the address, its keys, and the dialogs that belong to it.
import { Button, Kbd, SegmentedControl, Tooltip } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { useResourceWords, useWords } from "../i18n/index.ts";
import { useKeyHints, usePageActions } from "../page-actions/page-actions.ts";
import { useReplica } from "../replica-hooks.ts";
import { lazily } from "../screen/lazily.tsx";
import { Page } from "../screen/parts.tsx";
import { useParamsHere } from "../screen/use-params-here.ts";
import { useSession } from "../session/session-store.ts";
import type { Column } from "../table/columns.ts";
import type { Selection } from "../table/selection.ts";
import { actionsWidth } from "../table/widths.ts";
import { useFormat } from "../use-format.ts";
import { type AnyRecord, changeableFields } from "./fields.ts";
import { type Asked, type Filter, readAsked, writeAsked } from "./list/filter.ts";
import { ResourceList } from "./list/resource-list.tsx";
import { MadeForm } from "./made-form.tsx";
import { BulkActs, hasBulk } from "./operation/bulk-acts.tsx";
import { DeleteDialog } from "./operation/delete-dialog.tsx";
import { OperationButtons } from "./operation/operation-buttons.tsx";
import type { AnyOptions, Opener } from "./resource-options.ts";
import { useWriter } from "./source/use-writer.ts";

const BoardView = lazily(() => import("./board/board-view.tsx"), "BoardView");

interface ResourcePageProps {
  resource: Resource;
  options: AnyOptions;
}

type View = "list" | "board";

/** The address of what is asked for, and how it is seen. */
function addressOf(asked: Asked, view: View): URLSearchParams {
  const params = writeAsked(asked);
  if (view === "board") params.set("view", view);
  return params;
}

/** What a list begins with when it is opened. */
function useBegin(begin: AnyOptions["begin"]): () => Filter {
  const { today } = useFormat();
  const { records } = useReplica();
  const can = useSession((session) => session.can);
  const user_id = useSession(({ identity }) => identity?.user.id ?? "");
  if (typeof begin !== "function") return () => begin;
  const find: Opener["find"] = ({ collection }, fits) => records.some(collection, fits, 1)[0]?.id;
  return () => begin(today(), { user_id, can, find });
}

/** What the address asks for; a list that is opened without any begins as its screen says, and as it was seen last. */
function useAsked(resource: Resource, options: AnyOptions) {
  const [params, setParams] = useParamsHere();
  const begin = useBegin(options.begin);
  const [seen, setSeen] = useLocalStorage<View>({
    key: `lastmile.view.${resource.collection}`,
    defaultValue: "list",
    getInitialValueInEffect: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it is opened: cleared filters stay cleared
  useEffect(() => {
    const first = addressOf({ query: "", filter: begin() }, options.board ? seen : "list");
    if (params.size === 0 && first.size > 0) setParams(first, { replace: true });
  }, []);
  const asked = useMemo(() => readAsked(resource, params), [resource, params]);
  const view: View = options.board && params.get("view") === "board" ? "board" : "list";
  const ask = (next: Asked) => setParams(addressOf(next, view), { replace: true });
  const makingNew = params.get("new") === "1";
  const makeNew = () => {
    const next = addressOf(asked, view);
    next.set("new", "1");
    setParams(next);
  };
  const see = (next: View) => {
    setSeen(next);
    setParams(addressOf(asked, next), { replace: true });
  };
  return { asked, ask, makingNew, makeNew, view, see };
}

/** The same records as a list or as a board. */
function ViewSwitch({ view, onSee }: { view: View; onSee: (view: View) => void }) {
  const t = useWords();
  const data = [
    { value: "list", label: t("board.as_list") },
    { value: "board", label: t("board.as_board") },
  ];
  return (
    <SegmentedControl
      size="sm"
      aria-label={t("board.shown_as")}
      data={data}
      value={view}
      onChange={(next) => onSee(next === "board" ? "board" : "list")}
    />
  );
}

/** The column of what can be done to a row without opening it. */
function rowActions(resource: Resource, actions: AnyOptions["actions"]): Column<AnyRecord> | undefined {
  const offered = actions.filter(({ in_row }) => in_row);
  if (offered.length === 0) return undefined;
  return {
    id: "actions",
    header: "",
    width: actionsWidth(offered.length),
    align: "right",
    fixed: true,
    pinned: true,
    unsortable: true,
    value: () => null,
    cell: (record) => <OperationButtons resource={resource} actions={offered} records={[record]} in_row />,
  };
}

export function ResourcePage({ resource, options }: ResourcePageProps) {
  const t = useWords();
  const words = useResourceWords(resource);
  const navigate = useNavigate();
  const writer = useWriter(resource);
  const { asked, ask, makingNew, makeNew, view, see } = useAsked(resource, options);
  const [editing, setEditing] = useState<AnyRecord | null>(null);
  const [deleting, setDeleting] = useState<readonly AnyRecord[]>([]);
  const Form = options.form ?? MadeForm;
  const mayAdd = writer.may("create") && !options.made_elsewhere;
  const mayEdit = writer.may("update") && (options.form || changeableFields(resource).length > 0);
  const mayDelete = writer.may("delete");
  const many = options.actions.filter((action) => action.many);
  usePageActions(
    mayAdd ? [{ id: "new", label: words.operation("create"), icon: IconPlus, key: "N", run: makeNew }] : [],
  );
  useKeyHints([
    ...(mayEdit ? [{ keys: ["E"], label: t("record.change") }] : []),
    ...(mayDelete ? [{ keys: ["Del"], label: t("record.delete") }] : []),
  ]);
  const open = (record: AnyRecord) => {
    if (options.detail !== false) void navigate(`/${resource.path}/${record.id}`);
    else if (mayEdit) setEditing(record);
  };
  const add = mayAdd ? (
    <Tooltip label={t("record.needs_line")} disabled={writer.ready("create")}>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        rightSection={<Kbd size="xs">N</Kbd>}
        aria-keyshortcuts="N"
        onClick={makeNew}
      >
        {words.operation("create")}
      </Button>
    </Tooltip>
  ) : null;
  const bulk = (chosen: readonly AnyRecord[], { clear }: Selection) => (
    <>
      <OperationButtons resource={resource} actions={many} records={chosen} compact onDone={clear} />
      <BulkActs resource={resource} records={chosen} onDone={clear} />
      {mayDelete ? (
        <Button
          variant="default"
          size="compact-sm"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={15} aria-hidden />}
          disabled={!writer.ready("delete")}
          onClick={() => setDeleting(chosen)}
        >
          {t("record.delete")}
        </Button>
      ) : null}
    </>
  );
  const order = options.orderOf?.(asked.filter) ?? options.order;
  const { tools: Tools, banner: Banner, board, preview: Preview } = options;
  const inRow = useMemo(() => rowActions(resource, options.actions), [resource, options.actions]);
  return (
    <Page
      fill
      title={words.title}
      actions={
        <>
          {Tools ? <Tools /> : null}
          {board ? <ViewSwitch view={view} onSee={see} /> : null}
          {add}
        </>
      }
    >
      {Banner ? <Banner /> : null}
      {board && view === "board" ? (
        <BoardView {...{ resource, options, board, asked }} onAsk={ask} />
      ) : (
        <ResourceList
          resource={resource}
          icon={options.icon}
          columns={options.columns}
          hidden={options.hidden}
          cells={options.cells}
          widths={options.widths}
          filters={options.filters}
          views={{ proposed: options.views }}
          order={order ? { id: order.replace(/^-/, ""), desc: order.startsWith("-") } : null}
          at_server={options.at_server}
          live_ms={options.live_ms}
          rowActions={inRow}
          asked={asked}
          onAsk={ask}
          onOpen={open}
          keys={{
            ...(mayEdit ? { e: setEditing } : {}),
            ...(mayDelete ? { Delete: (record: AnyRecord) => setDeleting([record]) } : {}),
          }}
          preview={Preview ? (record: AnyRecord) => <Preview record={record} /> : undefined}
          bulk={mayDelete || many.length > 0 || hasBulk(resource) ? bulk : undefined}
          firstStep={mayAdd ? <Button onClick={makeNew}>{words.operation("create")}</Button> : null}
        />
      )}
      {makingNew && mayAdd ? (
        <Form {...{ resource, options }} record={null} writer={writer} onClose={() => ask(asked)} />
      ) : null}
      {editing ? (
        <Form {...{ resource, options }} record={editing} writer={writer} onClose={() => setEditing(null)} />
      ) : null}
      {deleting.length > 0 ? (
        <DeleteDialog
          resource={resource}
          records={deleting}
          kept={options.kept}
          onDelete={writer.remove}
          onClose={() => setDeleting([])}
        />
      ) : null}
    </Page>
  );
}
