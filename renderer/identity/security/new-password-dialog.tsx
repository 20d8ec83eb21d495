// A one-time password was typed: a password of one's own is chosen here, in the middle of signing in.
import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { type NewPasswordDuty, useNewPassword } from "../../kernel/session/session-new-password.ts";
import { Trouble } from "../../kernel/trouble.tsx";

function Step({ duty }: { duty: NewPasswordDuty }) {
  const t = useWords();
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const setting = useCall(() => duty.confirm(password));
  const differs = again !== "" && again !== password;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== "" && password === again && !setting.busy) void setting.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text fz="sm">{t("security.own_password_text")}</Text>
        <input type="text" name="username" autoComplete="username" value={duty.username} readOnly hidden />
        <PasswordInput
          label={t("security.new_password")}
          description={t("security.new_password_hint")}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="new-password"
          data-autofocus
        />
        <PasswordInput
          label={t("security.new_password_again")}
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
          error={differs ? t("security.not_the_same") : undefined}
          autoComplete="new-password"
        />
        <Trouble error={setting.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={duty.giveUp}>
            {t("action.cancel")}
          </Button>
          <Button type="submit" loading={setting.busy} disabled={password === "" || password !== again}>
            {t("security.set_password")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function NewPasswordDialog() {
  const t = useWords();
  const duty = useNewPassword((state) => state.duty);
  if (!duty) return null;
  return (
    <Dialog
      opened
      onClose={duty.giveUp}
      title={t("security.own_password")}
      size={460}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Step duty={duty} />
    </Dialog>
  );
}
