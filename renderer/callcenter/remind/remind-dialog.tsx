// Reminding chosen customers of what is due: by mail or by an automated call, whichever the role may.
import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { broadcastVoiceTemplate, notMailed, remindCustomers } from "../../../shared/callcenter/index.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRecord, useRows } from "../../kernel/replica-hooks.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { BroadcastState } from "../broadcast-state.tsx";
import { ByCall } from "./by-call.tsx";
import { ByMail } from "./by-mail.tsx";

/** What this role may remind by. */
function useWays(): readonly ("mail" | "call")[] {
  const { may } = useOperate();
  const ways = { mail: may(remindCustomers), call: may(broadcastVoiceTemplate) };
  return (["mail", "call"] as const).filter((way) => ways[way]);
}

export const useMayRemind = (): boolean => useWays().length > 0;

interface RemindDialogProps {
  /** Ids, each once. */
  ids: readonly string[];
  /** Whether anybody is reminded now. */
  onClose: (is_begun: boolean) => void;
}

export function RemindDialog({ ids, onClose }: RemindDialogProps) {
  const t = useWords();
  const ways = useWays();
  const [chosen, setChosen] = useState<string | null>(null);
  const [begun, setBegun] = useState<string | null>(null);
  const task = useRecord("background_tasks", begun);
  const customers = useRows("customers", { selector: { id: { $in: [...ids] } } });
  if (!customers) return null;
  // A mail costs nothing: a call is for whom no mail reaches.
  const usual = customers.some((one) => notMailed(one) === null) ? ways[0] : ways.at(-1);
  const way = ways.find((one) => one === chosen) ?? usual;
  const close = () => onClose(begun !== null);
  return (
    <Dialog opened onClose={close} size={620} title={t("remind.title", { count: ids.length })}>
      {begun === null ? (
        <Stack gap="md">
          {ways.length > 1 && way ? (
            <SegmentedControl
              aria-label={t("remind.way")}
              value={way}
              onChange={setChosen}
              data={ways.map((value) => ({ value, label: t(`remind.by_${value}`) }))}
            />
          ) : null}
          {way === "mail" ? (
            <ByMail customers={customers} onSent={() => onClose(true)} onClose={close} />
          ) : (
            <ByCall customers={customers} onBegun={setBegun} onClose={close} />
          )}
        </Stack>
      ) : (
        <Stack gap="md">
          {task ? <BroadcastState task={task} /> : <Text role="status">{t("calls.queued")}</Text>}
          <Group justify="flex-end">
            <Button onClick={close}>{t("action.close")}</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
