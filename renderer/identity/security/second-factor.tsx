// The second factor: switched on with an app that scanned its secret, off with password and code.
import { Box, Button, Code, Group, Image, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { renderSVG } from "uqr";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useAsk, useCall } from "../../kernel/use-line.ts";

const PATH = "/api/v1/auth/otp/";

interface State {
  readonly is_on: boolean;
  readonly recovery_codes_left: number;
}

interface Enrolment {
  readonly secret: string;
  readonly otpauth_url: string;
  readonly recovery_codes: readonly string[];
}

/** An SVG as the address of a picture: as a picture it runs no script. */
const picture = (text: string) => `data:image/svg+xml,${encodeURIComponent(renderSVG(text))}`;

function Shown({ enrolment }: { enrolment: Enrolment }) {
  const t = useWords();
  return (
    <>
      <Text fz="sm">{t("security.scan")}</Text>
      <Group align="start">
        <Image src={picture(enrolment.otpauth_url)} alt={t("security.scan")} w={180} h={180} />
        <Code>{enrolment.secret}</Code>
      </Group>
      <Box>
        <Text fw={600} fz="sm">
          {t("security.codes")}
        </Text>
        <Text fz="sm" c="dimmed">
          {t("security.codes_text")}
        </Text>
        <Code block>{enrolment.recovery_codes.join("\n")}</Code>
      </Box>
    </>
  );
}

export function SecondFactor() {
  const t = useWords();
  const { client } = useReplica();
  const state = useAsk<State>(PATH);
  const [password, setPassword] = useState("");
  const [otp, setOtp] = useState("");
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const isOn = state.data?.is_on === true;
  const step = useCall(async () => {
    if (!isOn && !enrolment) {
      setEnrolment((await client.rest("POST", PATH, { password })) as Enrolment);
      return;
    }
    if (isOn) await client.rest("DELETE", PATH, { password, otp });
    else await client.rest("POST", `${PATH}confirm/`, { otp });
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
        {enrolment ? <Shown enrolment={enrolment} /> : null}
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
