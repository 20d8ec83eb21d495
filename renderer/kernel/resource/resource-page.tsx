// The list of a resource as a screen: its place in the address, its keys, and the dialogs that belong to it.
import { Button, Kbd, Tooltip } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { useResourceWords, useWords } from "../i18n/index.ts";
import { Page } from "../screen/parts.tsx";
import type { Column } from "../table/columns.ts";
import type { Selection } from "../table/selection.ts";
import { useFormat } from "../use-format.ts";
import { type AnyRecord, changeableFields } from "./fields.ts";
import { type Asked, readAsked, writeAsked } from "./list/filter.ts";
import { ResourceList } from "./list/resource-list.tsx";
import { MadeForm } from "./made-form.tsx";
import { DeleteDialog } from "./operation/delete-dialog.tsx";
import { OperationButtons } from "./operation/operation-buttons.tsx";
import type { AnyOptions } from "./resource-options.ts";
import { useWriter } from "./source/use-writer.ts";

interface ResourcePageProps {
  resource: Resource;
  options: AnyOptions;
}

/** What the address asks for; a list that is opened without any begins as its screen says. */
function useAsked(resource: Resource, begin: AnyOptions["begin"]) {
  const [params, setParams] = useSearchParams();
  const { today } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it is opened: cleared filters stay cleared
  useEffect(() => {
    const filter = typeof begin === "function" ? begin(today()) : begin;
    if (params.size === 0 && Object.keys(filter).length > 0)
      setParams(writeAsked({ query: "", filter }), { replace: true });
  }, []);
  const asked = useMemo(() => readAsked(resource, params), [resource, params]);
  const ask = (next: Asked) => setParams(writeAsked(next), { replace: true });
  const makingNew = params.get("new") === "1";
  const makeNew = () => {
    const next = writeAsked(asked);
    next.set("new", "1");
    setParams(next);
  };
  return { asked, ask, makingNew, makeNew };
}

const ROW_ACTION = 42;

/** The column of what can be done to a row without opening it. */
function rowActions(resource: Resource, actions: AnyOptions["actions"]): Column<AnyRecord> | undefined {
  const offered = actions.filter(({ in_row }) => in_row);
  if (offered.length === 0) return undefined;
  return {
    id: "actions",
    header: "",
    width: 16 + ROW_ACTION * offered.length,
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
  const { asked, ask, makingNew, makeNew } = useAsked(resource, options.begin);
  const [editing, setEditing] = useState<AnyRecord | null>(null);
  const [deleting, setDeleting] = useState<readonly AnyRecord[]>([]);
  const Form = options.form ?? MadeForm;
  const mayAdd = writer.may("create") && !options.made_elsewhere;
  const mayEdit = writer.may("update") && (options.form || changeableFields(resource).length > 0);
  const mayDelete = writer.may("delete");
  const many = options.actions.filter((action) => action.many);
  useHotkeys([["n", () => mayAdd && makeNew()]]);
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
  const order = options.order;
  const { tools: Tools } = options;
  const inRow = useMemo(() => rowActions(resource, options.actions), [resource, options.actions]);
  return (
    <Page
      fill
      title={words.title}
      actions={
        <>
          {Tools ? <Tools /> : null}
          {add}
        </>
      }
    >
      <ResourceList
        resource={resource}
        icon={options.icon}
        columns={options.columns}
        hidden={options.hidden}
        cells={options.cells}
        filters={options.filters}
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
        bulk={mayDelete || many.length > 0 ? bulk : undefined}
        firstStep={mayAdd ? <Button onClick={makeNew}>{words.operation("create")}</Button> : null}
      />
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
