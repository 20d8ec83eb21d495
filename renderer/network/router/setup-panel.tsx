// How a router is set up: what is missing and what puts it right, and the script that does.
import { Button, CopyButton, Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconCopy,
  IconDevicesPlus,
  IconTerminal2,
} from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { checkRouter, type Router, router as routerResource } from "../../../shared/network/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { OperationButtons } from "../../kernel/resource/operation/operation-buttons.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { PairingDialog } from "./pairing-dialog.tsx";
import { faultsOf, isPutRightByScript, isSevere } from "./setup-faults.ts";

const CHECK = [{ operation: checkRouter, icon: IconCircleCheck, at_once: true }] as const;

function SetupScript({ router, onClose }: { router: Router; onClose: () => void }) {
  const t = useWords();
  const online = useOnline();
  const { client } = useReplica();
  const [data, setData] = useState<string | null>(null);
  const begun = useRef(false);
  // Each asking makes a new password: it is asked once.
  const asking = useCall(async () => {
    const file = await client.file(`/api/v1/routers/${router.id}/setup-script/`);
    setData(new TextDecoder().decode(file));
  });
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void asking.run();
  });
  const { error } = asking;
  const again = () => void asking.run();
  return (
    <Dialog opened onClose={onClose} size="xl" title={t("setup.title", { name: router.name })}>
      {data === null ? (
        <NotHere state={error ? "failed" : online ? "loading" : "offline"} error={error} again={again} />
      ) : (
        <Stack gap="sm">
          <Text fz="sm">{t("setup.hint")}</Text>
          <Text
            component="pre"
            fz="xs"
            p="sm"
            m={0}
            mah={360}
            tabIndex={0}
            aria-label={t("setup.script")}
            style={{ overflow: "auto", background: "var(--surface-quiet)", borderRadius: 6 }}
          >
            {data}
          </Text>
          <Group justify="flex-end">
            <CopyButton value={data}>
              {({ copied, copy }) => (
                <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={copy} data-autofocus>
                  {t(copied ? "setup.copied" : "setup.copy")}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

function Faults({ router }: { router: Router }) {
  const t = useWords();
  const faults = faultsOf(router);
  if (faults === null) {
    return (
      <Text fz="sm" c="dimmed">
        {t("setup.unchecked")}
      </Text>
    );
  }
  if (faults.length === 0) {
    return (
      <Group gap={6} c="var(--money-credit)">
        <IconCircleCheck size={18} aria-hidden />
        <Text fz="sm">{t("setup.well")}</Text>
      </Group>
    );
  }
  return (
    <>
      <List fz="sm" spacing={6} center>
        {faults.map((fault) => (
          <List.Item
            key={fault}
            icon={
              isSevere(fault) ? (
                <IconCircleX size={18} color="var(--mantine-color-error)" aria-hidden />
              ) : (
                <IconAlertTriangle size={18} color="var(--signal-warn)" aria-hidden />
              )
            }
          >
            {t(`setup.fault.${fault}`)}
          </List.Item>
        ))}
      </List>
      {faults.some(isPutRightByScript) ? (
        <Text fz="sm" c="dimmed" mt="xs">
          {t("setup.script_helps")}
        </Text>
      ) : null}
    </>
  );
}

export function SetupPanel({ router }: { router: Router }) {
  const t = useWords();
  const format = useFormat();
  const maySet = useSession((session) => session.can("network.router.update"));
  const [script, setScript] = useState(false);
  const [pairing, setPairing] = useState(false);
  const { checked_at, tls_fingerprint_offered, rights } = router;
  return (
    <Paper p="md" component="section" aria-labelledby="router-setup">
      <Group justify="space-between" gap="sm" mb="sm">
        <Group gap="sm" align="baseline">
          <Title order={2} id="router-setup">
            {t("setup.section")}
          </Title>
          {checked_at ? (
            <Text fz="sm" c="dimmed" title={format.instant(checked_at)}>
              {t("setup.checked", { ago: format.ago(checked_at) })}
            </Text>
          ) : null}
        </Group>
        <Group gap="xs">
          <OperationButtons resource={routerResource} actions={CHECK} records={[{ ...router }]} compact />
          {maySet ? (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconDevicesPlus size={16} aria-hidden />}
              onClick={() => setPairing(true)}
            >
              {t("pairing.open")}
            </Button>
          ) : null}
          {maySet ? (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconTerminal2 size={16} aria-hidden />}
              onClick={() => setScript(true)}
            >
              {t("setup.show")}
            </Button>
          ) : null}
        </Group>
      </Group>
      <Faults router={router} />
      {rights && rights.length > 0 ? (
        <Text fz="sm" mt="xs">
          {t("setup.rights", { rights: rights.join(", ") })}
        </Text>
      ) : null}
      {tls_fingerprint_offered ? (
        <Text fz="sm" mt="xs" className="figures" style={{ overflowWrap: "anywhere" }}>
          {t("setup.offered", { fingerprint: tls_fingerprint_offered })}
        </Text>
      ) : null}
      {pairing ? <PairingDialog router={router} onClose={() => setPairing(false)} /> : null}
      {script ? <SetupScript router={router} onClose={() => setScript(false)} /> : null}
    </Paper>
  );
}
