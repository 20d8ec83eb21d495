// The second factor: switched on with an app that scanned its secret, off with password and code.
import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { type Enrolment, OTP_PATH } from "../../kernel/session/session-enrolment.ts";
import { EnrolmentShown } from "./enrolment.tsx";

interface State {
  readonly is_on: boolean;
  readonly recovery_codes_left: number;
}

export function SecondFactor() {
  const t = useWords();
  const { client } = useReplica();
  const state = useAsk<State>(OTP_PATH);
  const [password, setPassword] = useState("");
  const [otp, setOtp] = useState("");
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const isOn = state.data?.is_on === true;
  const step = useCall(async () => {
    if (!isOn && !enrolment) {
      setEnrolment((await client.rest("POST", OTP_PATH, { password })) as Enrolment);
      return;
    }
    if (isOn) await client.rest("DELETE", OTP_PATH, { password, otp });
    else await client.rest("POST", `${OTP_PATH}confirm/`, { otp });
    setEnrolment(null);
    setPassword("");
    setOtp("");
    state.again();
  });
  if (!state.data) return <Trouble error={state.error} />;
  const { recovery_codes_left } = state.data;
  const asksCode = isOn || enrolment !== null;
  const label = isOn ? "security.switch_off" : enrolment ? "security.switch_on" : "security.prepare";
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    void step.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={420}>
        <Title order={2}>{t("security.factor")}</Title>
        <Text fz="sm">
          {isOn ? t("security.factor_on", { count: recovery_codes_left }) : t("security.factor_off")}
        </Text>
        {enrolment ? <EnrolmentShown enrolment={enrolment} /> : null}
        {enrolment ? null : (
          <PasswordInput
            label={t("security.current_password")}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
          />
        )}
        {asksCode ? (
          <TextInput
            label={t(isOn ? "sign_in.otp" : "security.code")}
            value={otp}
            onChange={(event) => setOtp(event.currentTarget.value)}
            autoComplete="one-time-code"
          />
        ) : null}
        <Trouble error={step.error} />
        <Group>
          <Button type="submit" variant="default" loading={step.busy}>
            {t(label)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
