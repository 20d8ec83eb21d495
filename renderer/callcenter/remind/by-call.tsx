// Reminding chosen customers by an automated call: which text, how many hear it.
import { Alert, Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useState } from "react";
import {
  broadcastVoiceTemplate,
  skippedFor,
  type TemplateType,
  voiceTemplate,
} from "../../../shared/callcenter/index.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { Heard } from "../heard.tsx";

/** More are called by what they have in common, on the page of the voice template. */
const MOST = 2_000;

interface ByCallProps {
  customers: readonly Customer[];
  /** What it is about unless it is changed. */
  about: TemplateType;
  onBegun: (task: string) => void;
  onClose: () => void;
}

export function ByCall({ customers, about, onBegun, onClose }: ByCallProps) {
  const t = useWords();
  const words = useResourceWords(voiceTemplate);
  const format = useFormat();
  const online = useOnline();
  const { run } = useOperate();
  const templates = useRows("voice_templates");
  const [chosen, setChosen] = useState<string | null>(null);
  const template =
    templates?.find(({ id }) => id === chosen) ??
    templates?.find(({ template_type }) => template_type === about) ??
    templates?.[0];
  const called = template
    ? customers.filter((one) => one.customer_code && skippedFor(template.template_type, one) === null)
    : [];
  const starting = useCall(async () => {
    if (!template) return;
    const filter = { customer_code: called.map(({ customer_code }) => customer_code) };
    const answer = (await run(broadcastVoiceTemplate, template.id, { filter })) as { task_id: string };
    onBegun(answer.task_id);
  });
  const tooMany = called.length > MOST;
  const blocked = !online || called.length === 0 || tooMany;
  if (!templates) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!blocked && !starting.busy) void starting.run();
      }}
    >
      <Stack gap="md">
        {template ? (
          <NativeSelect
            label={words.field("name")}
            data={templates.map(({ id, name }) => ({ value: id, label: name }))}
            value={template.id}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data-autofocus
          />
        ) : (
          <Text fz="sm">{words.empty}</Text>
        )}
        {template ? (
          <Heard
            found={{ count: called.length, results: called.slice(0, 1) }}
            script={template.script_text}
          />
        ) : null}
        {called.length < customers.length && template ? (
          <Text fz="sm" c="dimmed">
            {t("remind.skipped", { n: format.number(customers.length - called.length) })}
          </Text>
        ) : null}
        {tooMany ? <Text fz="sm">{t("remind.too_many", { most: format.number(MOST) })}</Text> : null}
        {online ? null : (
          <Alert color="orange" icon={<IconCloudOff size={18} />} py={8}>
            {t("record.needs_line")}
          </Alert>
        )}
        <Trouble error={starting.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("action.cancel")}
          </Button>
          <Button type="submit" loading={starting.busy} disabled={blocked}>
            {t("calls.start")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
