// Signing out and leaving nothing on this computer: says what would be lost before anything is.
import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useConnection } from "../connection/connection.ts";
import { useCall } from "../connection/use-connection.ts";
import { Dialog } from "../form/dialog.tsx";
import { useWords } from "../i18n/index.ts";
import { useSession } from "../session/session-store.ts";
import { Trouble } from "../trouble.tsx";

export function WipeDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords();
  const signOut = useSession((session) => session.signOut);
  const waiting = useConnection((connection) => connection.waiting + connection.photos);
  const [force, setForce] = useState(false);
  const wipe = useCall(() => signOut({ wipe: true, force }));
  return (
    <Dialog opened={opened} onClose={onClose} title={t("wipe.title")}>
      <Stack gap="md">
        <Text fz="sm">{t("wipe.text")}</Text>
        {waiting > 0 ? (
          <Checkbox
            checked={force}
            onChange={(event) => setForce(event.currentTarget.checked)}
            color="red"
            label={t("wipe.force", { count: waiting })}
          />
        ) : null}
        <Trouble error={wipe.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("action.cancel")}
          </Button>
          <Button color="red" loading={wipe.busy} onClick={() => void wipe.run()}>
            {t("account.wipe")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
