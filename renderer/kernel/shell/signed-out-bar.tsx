// The token ran out while work goes on: the password brings the connection back without leaving the screen.
import { Alert, Button, Group, PasswordInput, Text } from "@mantine/core";
import { IconDatabaseOff, IconKey, IconShieldOff } from "@tabler/icons-react";
import { useState } from "react";
import { useConnection } from "../connection/connection.ts";
import { useCall } from "../connection/use-connection.ts";
import { CodeField } from "../form/code-field.tsx";
import { type Key, useWords } from "../i18n/index.ts";
import type { Notice } from "../session/session.ts";
import { asksForCode } from "../session/session-login.ts";
import { useSession } from "../session/session-store.ts";
import { Trouble } from "../trouble.tsx";

/** What is said once the outbox could not be handed in. */
const WORK_LEFT: Readonly<Partial<Record<Notice, Key>>> = {
  "revoked-with-work-left": "notice.revoked_work_left",
  "ended-with-work-left": "notice.ended_work_left",
};

/** The disk takes nothing: said above every screen, as long as it lasts. */
function DiskBar() {
  const t = useWords();
  const full = useConnection((connection) => connection.disk_full);
  if (!full) return null;
  return (
    <Alert color="red" radius={0} icon={<IconDatabaseOff size={18} />} role="alert">
      {t("sync.disk_full")}
    </Alert>
  );
}

export function SignedOutBar() {
  return (
    <>
      <DiskBar />
      <SessionBar />
    </>
  );
}

function SessionBar() {
  const t = useWords();
  const state = useConnection((connection) => connection.state);
  const notice = useSession((session) => session.notice);
  const renew = useSession((session) => session.renew);
  const [password, setPassword] = useState("");
  const [otp, setOtp] = useState("");
  const call = useCall(async () => {
    try {
      await renew(password, otp);
    } catch (error) {
      // The password was right: it goes again with the code.
      if (!asksForCode(error)) setPassword("");
      throw error;
    }
    setPassword("");
    setOtp("");
  });
  const workLeft = notice === null ? undefined : WORK_LEFT[notice];
  if (workLeft || state === "revoked" || state === "ended") {
    const handingIn = state === "revoked" ? "notice.revoked_handing_in" : "notice.ended_handing_in";
    return (
      <Alert color="red" radius={0} icon={<IconShieldOff size={18} />} role="alert">
        {t(workLeft ?? handingIn)}
      </Alert>
    );
  }
  if (state === "store-gone") {
    return (
      <Alert color="red" radius={0} icon={<IconDatabaseOff size={18} />} role="alert">
        {t("sync.connection.store-gone")}
      </Alert>
    );
  }
  if (state !== "signed-out") return null;
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    await call.run();
  };
  return (
    <Alert color="orange" radius={0} icon={<IconKey size={18} />}>
      <Group component="form" onSubmit={submit} gap="sm" align="center">
        <Text fz="sm" flex={1}>
          {t("renew.text")}
        </Text>
        <PasswordInput
          aria-label={t("sign_in.password")}
          placeholder={t("sign_in.password")}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          w={220}
          size="xs"
        />
        <CodeField asked={asksForCode(call.error)} value={otp} onChange={setOtp} />
        <Button type="submit" size="xs" loading={call.busy} disabled={password === ""}>
          {t("renew.action")}
        </Button>
      </Group>
      <Trouble error={call.error} />
    </Alert>
  );
}
