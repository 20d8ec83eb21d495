// A computer at the router's site becomes its network agent: the code to type there, and how far it has come.
import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { IconCopy, IconRefresh } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { Router } from "../../../shared/network/index.ts";
import type { PairingState } from "../../../shared/network/pairing.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";

const LOOK_MS = 3_000;
const PATH = "/api/v1/agents/pairing-codes/";

interface Made {
  readonly code: string;
  readonly expires_at: string;
}

/** How far the computer has come with this code. */
function Progress({ made, site }: { made: Made; site: string | null }) {
  const t = useWords();
  const format = useFormat();
  const { data } = useAsk<PairingState>(`${PATH}?${new URLSearchParams(site ? { site } : {})}`, LOOK_MS);
  const state = data?.expires_at === made.expires_at ? data : null;
  const key = state?.arrived_at
    ? "pairing.arrived"
    : state?.used_at
      ? "pairing.used"
      : Date.parse(made.expires_at) < Date.now()
        ? "pairing.expired"
        : "pairing.waiting";
  return (
    <Text role="status" fz="sm" fw={600}>
      {t(key, { time: format.time(made.expires_at) })}
    </Text>
  );
}

export function PairingDialog({ router, onClose }: { router: Router; onClose: () => void }) {
  const t = useWords();
  const online = useOnline();
  const { client } = useReplica();
  const server = useSession((session) => session.account?.server || location.origin);
  const { site } = router;
  const [made, setMade] = useState<Made | null>(null);
  const begun = useRef(false);
  // Each asking ends the code before: it is asked once, and again by hand.
  const asking = useCall(async () => {
    setMade((await client.rest("POST", PATH, { site })) as Made);
  });
  const again = () => void asking.run();
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void asking.run();
  });
  const { error } = asking;
  if (made === null)
    return (
      <Dialog opened onClose={onClose} title={t("pairing.title")}>
        <NotHere state={error ? "failed" : online ? "loading" : "offline"} error={error} again={again} />
      </Dialog>
    );
  const command = `npm run agent -- --pair ${made.code} --server ${server}`;
  return (
    <Dialog opened onClose={onClose} title={t("pairing.title")}>
      <Stack gap="sm">
        <Text fz="sm">{site ? t("pairing.hint", { site }) : t("pairing.hint_all")}</Text>
        <Text fz={32} fw={700} ta="center" className="figures" aria-label={t("pairing.code")} role="group">
          {`${made.code.slice(0, 4)} ${made.code.slice(4)}`}
        </Text>
        <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {command}
        </Code>
        <Progress made={made} site={site} />
        <Group justify="flex-end">
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={asking.busy}
            disabled={!online}
            onClick={again}
          >
            {t("pairing.again")}
          </Button>
          <CopyButton value={command}>
            {({ copied, copy }) => (
              <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={copy} data-autofocus>
                {t(copied ? "setup.copied" : "pairing.copy")}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
