// The page of a record: its fields in groups, what can be done to it, and what its screen adds.
import { Anchor, Box, Button, Group, Skeleton, Stack, Tooltip } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { metaOf } from "../../../shared/kernel/field.ts";
import { childrenOf } from "../../../shared/kernel/registry.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { useOnline } from "../connection/use-connection.ts";
import { useResourceWords, useWords } from "../i18n/index.ts";
import { usePageActions } from "../page-actions/page-actions.ts";
import { usePending } from "../replica-hooks.ts";
import { NothingHere } from "../screen/arriving.tsx";
import { Nothing, Page, PendingClock, Trouble } from "../screen/parts.tsx";
import { completed } from "./completed.ts";
import { type AnyRecord, changeableFields, titleField, titleOf } from "./fields.ts";
import { MadeForm } from "./made-form.tsx";
import { DeleteDialog } from "./operation/delete-dialog.tsx";
import { OperationButtons } from "./operation/operation-buttons.tsx";
import { useRelated } from "./pages.ts";
import { RecordFields } from "./record-fields.tsx";
import { History } from "./related/history.tsx";
import { RelatedList } from "./related/related-list.tsx";
import type { AnyOptions } from "./resource-options.ts";
import { useLiveRecord } from "./source/use-live.ts";
import { useSourceRecord } from "./source/use-source.ts";
import { useWriter } from "./source/use-writer.ts";
import { useReading } from "./use-reading.ts";

interface ResourceDetailProps {
  resource: Resource;
  options: AnyOptions;
}

/** The lists of a record's parts, as far as they have no screen that says where they stand. */
function Parts({ resource, options, id }: ResourceDetailProps & { id: string }) {
  const related = useRelated(resource);
  return childrenOf(resource)
    .filter((part) => !related.some((other) => other.resource === part))
    .map((part) => (
      <RelatedList
        key={part.name}
        resource={part}
        options={completed(part, { icon: options.icon })}
        via={part.parent.via}
        id={id}
        heading
      />
    ));
}

function Known({ resource, options, record }: ResourceDetailProps & { record: AnyRecord }) {
  const t = useWords();
  const words = useResourceWords(resource);
  const { nameOf } = useReading(resource);
  const navigate = useNavigate();
  const writer = useWriter(resource);
  const pending = usePending(resource.collection, record.id).length > 0;
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const { head: Head, detail: Detail } = options;
  const related = useRelated(resource);
  const Form = options.form ?? MadeForm;
  const mayEdit =
    writer.may("update") && (options.form !== undefined || changeableFields(resource).length > 0);
  usePageActions([
    ...(mayEdit
      ? [{ id: "edit", label: t("record.change"), icon: IconPencil, key: "E", run: () => setOpen("edit") }]
      : []),
    ...(writer.may("delete") && writer.ready("delete")
      ? [{ id: "delete", label: t("record.delete"), icon: IconTrash, run: () => setOpen("delete") }]
      : []),
  ]);
  const line = t("record.needs_line");
  const titled = titleOf(resource, record, nameOf);
  const title_field = titleField(resource);
  const declared = own(resource.fields, title_field);
  const is_choice = declared !== undefined && metaOf(declared).kind === "choice";
  const name = is_choice ? words.choice(title_field, titled) : titled;
  const actions = (
    <>
      <OperationButtons resource={resource} actions={options.actions} records={[record]} />
      {mayEdit ? (
        <Tooltip label={line} disabled={writer.ready("update")}>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            aria-keyshortcuts="E"
            onClick={() => setOpen("edit")}
          >
            {t("record.change")}
          </Button>
        </Tooltip>
      ) : null}
      {writer.may("delete") ? (
        <Tooltip label={line} disabled={writer.ready("delete")}>
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={!writer.ready("delete")}
            onClick={() => setOpen("delete")}
          >
            {t("record.delete")}
          </Button>
        </Tooltip>
      ) : null}
    </>
  );
  return (
    <Page
      title={/^\d+$/.test(name) ? `${words.one} ${name}` : name}
      window_title={words.one}
      subtitle={
        <Group gap={6}>
          <Anchor component={Link} to={`/${resource.path}`} fz="sm">
            {words.title}
          </Anchor>
          {pending ? <PendingClock /> : null}
        </Group>
      }
      actions={actions}
    >
      <Stack gap="md">
        {Head ? <Head record={record} /> : null}
        <RecordFields resource={resource} options={options} record={record} />
        {Detail ? <Detail record={record} /> : <Parts {...{ resource, options }} id={record.id} />}
        {related.map(({ resource: other, list }) => (
          <Box key={other.name}>{list(record.id, true)}</Box>
        ))}
        <History resource={resource} id={record.id} />
      </Stack>
      {open === "edit" ? (
        <Form {...{ resource, options }} record={record} writer={writer} onClose={() => setOpen(null)} />
      ) : null}
      {open === "delete" ? (
        <DeleteDialog
          resource={resource}
          records={[record]}
          kept={options.kept}
          onDelete={writer.remove}
          onClose={(done) => (done ? void navigate(`/${resource.path}`) : setOpen(null))}
        />
      ) : null}
    </Page>
  );
}

export function ResourceDetail({ resource, options }: ResourceDetailProps) {
  const t = useWords();
  const words = useResourceWords(resource);
  const online = useOnline();
  const { id = null } = useParams();
  const { record: here, error } = useSourceRecord(resource, id);
  const record = useLiveRecord(resource, here, options.live_ms);
  if (record) return <Known key={record.id} resource={resource} options={options} record={record} />;
  const unreachable = record === undefined && !resource.replica && !online;
  return (
    <Page title={words.one}>
      {error ? <Trouble error={error} /> : null}
      {unreachable ? <Nothing icon={options.icon} title={t("list.offline")} /> : null}
      {record === null ? <NothingHere icon={options.icon} title={t("record.gone")} /> : null}
      {record === undefined && !error && !unreachable ? <Skeleton h={180} /> : null}
    </Page>
  );
}
