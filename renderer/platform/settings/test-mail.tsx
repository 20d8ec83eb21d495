// Whether mail works, tried: a short mail to an address of one's own, and what became of it.
import { Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconMail } from "@tabler/icons-react";
import { useState } from "react";
import { MAIL_ADDRESS } from "../../../shared/kernel/outgoing/mail.ts";
import { mail, testMail } from "../../../shared/platform/mail.ts";
import { settings } from "../../../shared/platform/settings.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";

interface Known {
  readonly status: string;
  readonly reason: string | null;
  readonly last_error: string | null;
}

const LOOK_MS = 700;

/** What became of a mail; it is looked at until that is known. */
function Outcome({ id }: { id: string }) {
  const t = useWords();
  const words = useResourceWords(mail);
  const [ended, setEnded] = useState(false);
  const { data, error } = useAsk<Known>(`/api/v1/mails/${id}/`, ended ? undefined : LOOK_MS);
  const under_way = !data || data.status === "QUEUED" || data.status === "SENDING";
  if (!under_way && !ended) setEnded(true);
  if (error) return <Trouble error={error} />;
  if (under_way) return <Text fz="sm">{t("settings.mail_under_way")}</Text>;
  if (data.status === "SENT") return <Text fz="sm">{t("settings.mail_sent")}</Text>;
  return (
    <Stack gap={2}>
      <Text fz="sm" c="var(--mantine-color-error)">
        {t("settings.mail_failed")}
        {data.reason ? `: ${words.choice("reason", data.reason)}` : null}
      </Text>
      <Text fz="xs" c="dimmed">
        {data.last_error}
      </Text>
    </Stack>
  );
}

export function TestMail() {
  const t = useWords();
  const words = useResourceWords(settings);
  const mails = useResourceWords(mail);
  const { client } = useReplica();
  const online = useOnline();
  const [sent, setSent] = useState<string | null>(null);
  const form = useForm({
    initialValues: { to: "" },
    validate: { to: (text) => (MAIL_ADDRESS.test(text.trim()) ? null : t("settings.mail_wrong")) },
  });
  const sending = useCall(async ({ to }: typeof form.values) => {
    setSent(null);
    const answer = await client.rest("POST", `/api/v1${testMail.path}`, { to: to.trim() });
    setSent((answer as { mail: string }).mail);
  });
  return (
    <Paper p="md" component="section" aria-label={words.operation("test_mail")}>
      <Text fw={650} mb={4}>
        {words.operation("test_mail")}
      </Text>
      <Text fz="sm" c="dimmed" mb="xs">
        {t("settings.mail_test_hint")}
      </Text>
      <form onSubmit={form.onSubmit((values) => sending.run(values))} noValidate>
        <Group align="flex-start" gap="xs">
          <TextInput
            type="email"
            aria-label={mails.field("to")}
            placeholder={mails.field("to")}
            maw={320}
            flex={1}
            {...form.getInputProps("to")}
          />
          <Button
            type="submit"
            variant="default"
            leftSection={<IconMail size={15} aria-hidden />}
            loading={sending.busy}
            disabled={!online}
          >
            {words.operation("test_mail")}
          </Button>
        </Group>
      </form>
      <Stack gap={4} mt="xs" role="status">
        <Trouble error={sending.error} />
        {sent ? <Outcome key={sent} id={sent} /> : null}
      </Stack>
    </Paper>
  );
}
