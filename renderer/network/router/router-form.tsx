// Adds or changes a router, on-line only: its password goes straight to the server and is kept nowhere here.
import { Alert, Button, Checkbox, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import type { Router } from "../../../shared/network/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { CancelForm, FormDialog, useUnsaved } from "../../kernel/form/form-dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { bodyOf, draftOf, draftProblems, type RouterDraft, withTls } from "./router-draft.ts";

interface FormProps {
  /** Null: a new one. */
  router: Router | null;
  onDone: () => void;
}

type Texts = Exclude<keyof RouterDraft, "use_tls" | "is_active" | "legacy_login">;

function Form({ router, onDone }: FormProps) {
  const t = useWords();
  const replica = useReplica();
  const online = useOnline();
  const [draft, setDraft] = useState(() => draftOf(router));
  const [tried, setTried] = useState(false);
  const [before] = useState(draft);
  const problems = draftProblems(draft, router);
  const saving = useCall((body: Record<string, unknown>) =>
    router
      ? replica.client.rest("PATCH", `/api/v1/routers/${router.id}/`, body)
      : replica.client.rest("POST", "/api/v1/routers/", body),
  );
  useUnsaved(draft !== before && !saving.busy);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length > 0 || saving.busy || !online) return;
    const body = bodyOf(draft, router);
    if (Object.keys(body).length > 0 && (await saving.run(body)) === undefined) return;
    replica.syncNow();
    onDone();
  };
  const field = (name: Texts) => {
    const problem = tried ? problems[name] : undefined;
    return {
      label: t(
        name === "api_port"
          ? "net.form.port"
          : name === "tls_fingerprint"
            ? "net.form.fingerprint"
            : `net.form.${name}`,
      ),
      value: draft[name],
      error: problem ? t(`net.form.${problem}`) : undefined,
      autoComplete: "off",
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget;
        setDraft((before) => ({ ...before, [name]: value }));
      },
    };
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {online ? null : (
          <Alert color="orange" icon={<IconCloudOff size={18} />}>
            {t("net.offline_short")}
          </Alert>
        )}
        <Group grow align="flex-start">
          <TextInput {...field("name")} data-autofocus required withAsterisk={false} />
          <TextInput
            {...field("site")}
            description={t("net.form.site_hint")}
            inputWrapperOrder={["label", "input", "description", "error"]}
          />
        </Group>
        <Group align="flex-start" wrap="nowrap">
          <TextInput
            {...field("host")}
            flex={1}
            description={t("net.form.host_hint")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            required
            withAsterisk={false}
          />
          <TextInput {...field("api_port")} w={120} inputMode="numeric" />
        </Group>
        <Checkbox
          label={t("net.form.tls")}
          checked={draft.use_tls}
          onChange={(event) => setDraft(withTls(draft, event.currentTarget.checked))}
        />
        {draft.use_tls ? (
          <TextInput
            {...field("tls_fingerprint")}
            description={t("net.form.fingerprint_hint")}
            inputWrapperOrder={["label", "input", "description", "error"]}
          />
        ) : null}
        <Group grow align="flex-start">
          <TextInput {...field("username")} required withAsterisk={false} />
          <PasswordInput
            {...field("password")}
            autoComplete="new-password"
            description={t(router ? "net.form.password_keep" : "net.form.password_new")}
            inputWrapperOrder={["label", "input", "description", "error"]}
          />
        </Group>
        <Checkbox
          label={t("net.form.legacy_login")}
          description={t("net.form.legacy_login_hint")}
          checked={draft.legacy_login}
          onChange={(event) => setDraft({ ...draft, legacy_login: event.currentTarget.checked })}
        />
        <Checkbox
          label={t("net.form.active")}
          description={t("net.form.active_hint")}
          checked={draft.is_active}
          onChange={(event) => setDraft({ ...draft, is_active: event.currentTarget.checked })}
        />
        <Trouble error={saving.error} />
        <Group justify="flex-end" gap="xs">
          <CancelForm />
          <Button type="submit" loading={saving.busy} disabled={!online}>
            {t("action.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface RouterFormProps {
  /** The router to change, "new", or null: closed. */
  editing: Router | "new" | null;
  onClose: () => void;
}

export function RouterForm({ editing, onClose }: RouterFormProps) {
  const t = useWords();
  const router = editing === "new" ? null : editing;
  return (
    <FormDialog
      opened={editing !== null}
      onClose={onClose}
      size="lg"
      title={router ? t("net.form.edit", { name: router.name }) : t("net.form.add")}
    >
      {editing === null ? null : <Form key={router?.id ?? "new"} router={router} onDone={onClose} />}
    </FormDialog>
  );
}
