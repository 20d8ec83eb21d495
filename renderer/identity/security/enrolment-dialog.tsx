// The company asks for a second factor: it is switched on here, in the middle of signing in.
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { type EnrolmentDuty, useEnrolment } from "../../kernel/session/session-enrolment.ts";
import { EnrolmentShown } from "./enrolment.tsx";

function Step({ duty }: { duty: EnrolmentDuty }) {
  const t = useWords();
  const [otp, setOtp] = useState("");
  const confirming = useCall(() => duty.confirm(otp.trim()));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void confirming.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text fz="sm">{t("security.duty_text")}</Text>
        <EnrolmentShown enrolment={duty.enrolment} />
        <TextInput
          label={t("security.code")}
          value={otp}
          onChange={(event) => setOtp(event.currentTarget.value)}
          autoComplete="one-time-code"
          data-autofocus
        />
        <Trouble error={confirming.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={duty.giveUp}>
            {t("action.cancel")}
          </Button>
          <Button type="submit" loading={confirming.busy} disabled={otp.trim() === ""}>
            {t("security.switch_on")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function EnrolmentDialog() {
  const t = useWords();
  const duty = useEnrolment((state) => state.duty);
  if (!duty) return null;
  return (
    <Dialog
      opened
      onClose={duty.giveUp}
      title={t("security.duty")}
      size={460}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Step duty={duty} />
    </Dialog>
  );
}
