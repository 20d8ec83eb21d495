// Calls many customers: who they are, how many, what they will hear; then how far it has come.
import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useState } from "react";
import { broadcastVoiceTemplate } from "../../shared/callcenter/index.ts";
import { CUSTOMER_STATUSES, customer } from "../../shared/subscribers/index.ts";
import { useAsk } from "../kernel/connection/server-answers.ts";
import { useCall, useOnline } from "../kernel/connection/use-connection.ts";
import { Dialog } from "../kernel/form/dialog.tsx";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { useRecord } from "../kernel/replica-hooks.ts";
import type { ActionDialogProps } from "../kernel/resource/operation/action.ts";
import { useOperate } from "../kernel/resource/operation/use-operate.ts";
import { ReferencePicker } from "../kernel/resource/reference-picker.tsx";
import { Trouble } from "../kernel/screen/parts.tsx";
import { BroadcastState } from "./broadcast-state.tsx";
import { type Found, Heard } from "./heard.tsx";

/** As the list of customers takes them. */
type Filter = Readonly<Record<string, string>>;

function Who({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const t = useWords();
  const words = useResourceWords(customer);
  const set = (name: string, value: string) => {
    const { [name]: _old, ...rest } = filter;
    onChange(value === "" ? rest : { ...rest, [name]: value });
  };
  return (
    <Stack gap="sm">
      <Group grow align="flex-start">
        <NativeSelect
          label={words.field("status")}
          data={[
            { value: "", label: t("calls.any") },
            ...CUSTOMER_STATUSES.map((value) => ({ value, label: words.choice("status", value) })),
          ]}
          value={filter.status ?? ""}
          onChange={(event) => set("status", event.currentTarget.value)}
          data-autofocus
        />
        <ReferencePicker
          resource="package"
          label={words.field("package")}
          placeholder={t("calls.any")}
          value={filter.package ?? null}
          onChange={(id) => set("package", id ?? "")}
          clearable
        />
      </Group>
      <Checkbox
        label={t("calls.has_due")}
        checked={filter.has_due === "true"}
        onChange={(event) => set("has_due", event.currentTarget.checked ? "true" : "")}
      />
    </Stack>
  );
}

function Begin({ record, onBegun, onClose }: ActionDialogProps & { onBegun: (task: string) => void }) {
  const t = useWords();
  const online = useOnline();
  const { run } = useOperate();
  const isBill = record.template_type === "BILL_DUE";
  const [filter, setFilter] = useState<Filter>({ status: "ACTIVE", ...(isBill ? { has_due: "true" } : {}) });
  const query = new URLSearchParams({ ...filter, page_size: "1" });
  const found = useAsk<Found>(`/api/v1/customers/?${query}`);
  const starting = useCall(async () => {
    const answer = (await run(broadcastVoiceTemplate, record.id, { filter })) as { task_id: string };
    onBegun(answer.task_id);
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (online && found.data?.count) void starting.run();
      }}
    >
      <Stack gap="md">
        <Who filter={filter} onChange={setFilter} />
        {found.data ? <Heard found={found.data} script={String(record.script_text)} /> : null}
        {isBill ? (
          <Text fz="sm" c="dimmed">
            {t("calls.due_hint")}
          </Text>
        ) : null}
        {online ? null : (
          <Alert color="orange" icon={<IconCloudOff size={18} />} py={8}>
            {t("record.needs_line")}
          </Alert>
        )}
        <Trouble error={starting.error ?? found.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("action.cancel")}
          </Button>
          <Button type="submit" loading={starting.busy} disabled={!online || !found.data?.count}>
            {t("calls.start")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function BroadcastDialog({ record, onClose }: ActionDialogProps) {
  const t = useWords();
  const [begun, setBegun] = useState<string | null>(null);
  const task = useRecord("background_tasks", begun);
  return (
    <Dialog opened onClose={onClose} size={620} title={t("calls.title", { name: String(record.name) })}>
      {begun === null ? (
        <Begin record={record} onBegun={setBegun} onClose={onClose} />
      ) : (
        <Stack gap="md">
          {task ? <BroadcastState task={task} /> : <Text role="status">{t("calls.queued")}</Text>}
          <Group justify="flex-end">
            <Button onClick={onClose}>{t("action.close")}</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
