// One's own account: second factor, password, sessions.
import { Button, Group, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Page, Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

function PasswordForm() {
  const t = useWords();
  const changePassword = useSession((session) => session.changePassword);
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [done, setDone] = useState(false);
  const change = useCall(async () => {
    await changePassword(current, next);
    setCurrent("");
    setNext("");
    setDone(true);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDone(false);
    void change.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={420}>
        <Title order={2}>{t("security.change")}</Title>
        <PasswordInput
          label={t("security.current_password")}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
        <PasswordInput
          label={t("security.new_password")}
          description={t("security.new_password_hint")}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          autoComplete="new-password"
          required
          withAsterisk={false}
        />
        <Trouble error={change.error} />
        {done ? (
          <Text fz="sm" role="status">
            {t("security.changed")}
          </Text>
        ) : null}
        <Group>
          <Button type="submit" variant="default" loading={change.busy}>
            {t("security.change")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function SecurityScreen() {
  const t = useWords();
  return (
    <Page title={t("account.security")}>
      <Stack gap="xl">
        <SecondFactor />
        <PasswordForm />
        <Sessions />
      </Stack>
    </Page>
  );
}
