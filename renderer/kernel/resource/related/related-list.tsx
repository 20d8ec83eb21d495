// The records that belong to another one, on its page: a ticket's replies, a customer's tickets.
import { Box, Button, Group, Kbd, Skeleton, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { NothingHere } from "../../screen/arriving.tsx";
import { Trouble } from "../../screen/parts.tsx";
import { sorted } from "../../table/columns.ts";
import { DataTable } from "../../table/data-table.tsx";
import { useTableChoice } from "../../table/use-table-choice.ts";
import { usePageActions } from "../../page-actions/page-actions.ts";
import { type AnyRecord, changeableFields } from "../fields.ts";
import { columnsOf } from "../list/columns-of.tsx";
import { MadeForm } from "../made-form.tsx";
import { DeleteDialog } from "../operation/delete-dialog.tsx";
import { usePageOf } from "../pages.ts";
import type { AnyOptions } from "../resource-options.ts";
import { useSource } from "../source/use-source.ts";
import { useWriter } from "../source/use-writer.ts";
import { useReading } from "../use-reading.ts";
import { Conversation, isConversation } from "./conversation.tsx";

export interface RelatedListProps {
  resource: Resource;
  options: AnyOptions;
  /** The field that names the other record. */
  via: string;
  /** Of the other record. */
  id: string;
  /** Says above the list what it is; a tab has said so already. */
  heading?: boolean | undefined;
}

const ROW = 40;
/** So many rows are seen at once. */
const ROWS = 10;

export function RelatedList({ resource, options, via, id, heading = false }: RelatedListProps) {
  const reading = useReading(resource);
  const { t, words, format } = reading;
  const navigate = useNavigate();
  const writer = useWriter(resource);
  const page = usePageOf(resource.path, "");
  const [open, setOpen] = useState<{ record: AnyRecord | null } | null>(null);
  const [deleting, setDeleting] = useState<AnyRecord | null>(null);
  const columns = useMemo(() => {
    const isOther = (name: string) => name !== via && resource.display[name]?.via !== via;
    const [names, hidden] = [options.columns.filter(isOther), options.hidden.filter(isOther)];
    return columnsOf({ resource, names, hidden, cells: options.cells, widths: options.widths, reading });
  }, [resource, options, via, reading]);
  const order = [options.order ?? "", ...resource.order].find(
    (term) => term && term.replace(/^-/, "") !== via,
  );
  const first = order ? { id: order.replace(/^-/, ""), desc: order.startsWith("-") } : null;
  const choice = useTableChoice(`${resource.collection}.${via}`, columns, first);
  const asked = useMemo(() => ({ query: "", filter: { [via]: id } }), [via, id]);
  const source = useSource(resource, asked, choice.sort, options.at_server);
  const rows = useMemo(
    () => (source.in_order ? source.rows : sorted(source.rows, columns, choice.sort, format.locale)),
    [source.in_order, source.rows, columns, choice.sort, format.locale],
  );
  const mayAdd = writer.may("create") && !options.made_elsewhere && !options.form;
  const mayEdit = writer.may("update") && !options.form && changeableFields(resource).length > 0;
  const show = (record: AnyRecord) => {
    if (page !== null) void navigate(`${page}${record.id}`);
    else if (mayEdit) setOpen({ record });
  };
  const addNew = () => setOpen({ record: null });
  // In a tab it is the page's one list.
  const hasKey = mayAdd && !heading && writer.ready("create");
  usePageActions(
    hasKey
      ? [
          {
            id: `new-${resource.name}`,
            label: words.operation("create"),
            icon: IconPlus,
            key: "N",
            run: addNew,
          },
        ]
      : [],
  );
  const add = mayAdd ? (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      rightSection={hasKey ? <Kbd size="xs">N</Kbd> : null}
      aria-keyshortcuts={hasKey ? "N" : undefined}
      disabled={!writer.ready("create")}
      onClick={addNew}
    >
      {words.operation("create")}
    </Button>
  ) : null;
  const filled = { ...options, formProps: { ...options.formProps, defaults: { [via]: id } } };
  return (
    <Stack gap="xs" component="section" aria-label={words.many}>
      <Group justify={heading ? "space-between" : "flex-end"}>
        {heading ? <Text fw={650}>{words.many}</Text> : null}
        {add}
      </Group>
      {source.error ? <Trouble error={source.error} again={source.again} /> : null}
      {rows.length === 0 && (source.state === "asking" || source.state === "arriving") ? (
        <Skeleton h={ROW} />
      ) : rows.length === 0 && heading ? (
        <Text fz="sm" c="dimmed">
          {source.state === "offline" ? t("list.offline") : words.none}
        </Text>
      ) : isConversation(resource) ? (
        <Conversation {...{ resource, rows, via, reading }} />
      ) : (
        <Box h={rows.length === 0 ? undefined : ROW * Math.min(rows.length + 1, ROWS) + 2}>
          <DataTable
            label={words.title}
            rows={rows}
            columns={columns}
            choice={choice}
            rowKey={(row) => row.id}
            onOpen={show}
            keys={writer.may("delete") ? { Delete: setDeleting } : {}}
            onEnd={source.more}
            empty={
              <NothingHere
                icon={options.icon}
                title={source.state === "offline" ? t("list.offline") : words.none}
                hint={words.empty ?? ""}
              />
            }
          />
        </Box>
      )}
      {open ? (
        <MadeForm
          {...{ resource, writer }}
          options={filled}
          record={open.record}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {deleting ? (
        <DeleteDialog
          resource={resource}
          records={[deleting]}
          kept={options.kept}
          onDelete={writer.remove}
          onClose={() => setDeleting(null)}
        />
      ) : null}
    </Stack>
  );
}
