// The secrets with which payment providers sign what they report: written here, shown nowhere.
import { Button, Group, Paper, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useBegun } from "../../kernel/expected/use-begun.ts";
import { CancelForm, FormDialog } from "../../kernel/form/form-dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import type { AnyRecord } from "../../kernel/resource/fields.ts";
import type { Writer } from "../../kernel/resource/source/use-writer.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";

interface ProviderSecretsProps {
  record: AnyRecord;
  writer: Writer;
}

/** As the server takes them (shared/platform/settings.ts). */
const PROVIDER = /^[A-Za-z0-9_-]{1,50}$/;
const SHORTEST = 8;

function SecretDialog({ record: now, writer, onClose }: ProviderSecretsProps & { onClose: () => void }) {
  const record = useBegun(now);
  const t = useWords();
  const form = useForm({
    initialValues: { provider: "", secret: "" },
    validate: {
      provider: (text) => (PROVIDER.test(text.trim()) ? null : t("settings.provider_wrong")),
      secret: (text) => (text === "" || text.length >= SHORTEST ? null : t("settings.secret_short")),
    },
  });
  const saving = useCall(async ({ provider, secret }: typeof form.values) => {
    const name = provider.trim();
    await writer.update(record, { payment_provider_secrets: { [name]: secret || null } });
    const message = t(secret ? "settings.secret_kept" : "settings.secret_removed", { provider: name });
    notifications.show({ color: "green", message });
    onClose();
  });
  return (
    <FormDialog opened onClose={onClose} title={t("settings.providers")} size={480}>
      <form onSubmit={form.onSubmit((values) => saving.run(values))} noValidate>
        <Stack gap="md">
          <TextInput
            label={t("settings.provider")}
            description={t("settings.provider_hint")}
            autoFocus
            required
            {...form.getInputProps("provider")}
          />
          <PasswordInput
            label={t("settings.secret")}
            description={t("settings.secret_hint")}
            autoComplete="off"
            {...form.getInputProps("secret")}
          />
          <Trouble error={saving.error} />
          <Group justify="flex-end" gap="xs">
            <CancelForm />
            <Button type="submit" loading={saving.busy} disabled={!writer.ready("update")}>
              {t("action.save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  );
}

export function ProviderSecrets(props: ProviderSecretsProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  return (
    <Paper p="md">
      <Group justify="space-between" mb={4}>
        <Text fw={650}>{t("settings.providers")}</Text>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconKey size={15} aria-hidden />}
          disabled={!props.writer.ready("update")}
          onClick={() => setOpen(true)}
        >
          {t("settings.secret_change")}
        </Button>
      </Group>
      <Text fz="sm" c="dimmed">
        {t("settings.providers_hint")}
      </Text>
      {open ? <SecretDialog {...props} onClose={() => setOpen(false)} /> : null}
    </Paper>
  );
}
