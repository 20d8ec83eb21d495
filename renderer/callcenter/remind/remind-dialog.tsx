// Reminding chosen customers of what is due, by mail or by an automated call, whichever the role may; telling them of an outage, by call.
import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import {
  broadcastVoiceTemplate,
  notMailed,
  remindCustomers,
  type TemplateType,
} from "../../../shared/callcenter/index.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRecord, useRows } from "../../kernel/replica-hooks.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { BroadcastState } from "../broadcast-state.tsx";
import { ByCall } from "./by-call.tsx";
import { ByMail } from "./by-mail.tsx";

export type About = Extract<TemplateType, "BILL_DUE" | "OUTAGE">;

/** What this role may reach customers by. */
function useWays(about: About): readonly ("mail" | "call")[] {
  const { may } = useOperate();
  // Mails are of what is due alone.
  const ways = {
    mail: about === "BILL_DUE" && may(remindCustomers),
    call: may(broadcastVoiceTemplate),
  };
  return (["mail", "call"] as const).filter((way) => ways[way]);
}

export const useMayRemind = (about: About = "BILL_DUE"): boolean => useWays(about).length > 0;

interface RemindDialogProps {
  /** Ids, each once. */
  ids: readonly string[];
  about?: About;
  /** Whether anybody is reminded now. */
  onClose: (is_begun: boolean) => void;
}

export function RemindDialog({ ids, about = "BILL_DUE", onClose }: RemindDialogProps) {
  const t = useWords();
  const ways = useWays(about);
  const [chosen, setChosen] = useState<string | null>(null);
  const [begun, setBegun] = useState<string | null>(null);
  const task = useRecord("background_tasks", begun);
  const customers = useRows("customers", { selector: { id: { $in: [...ids] } } });
  if (!customers) return null;
  // A mail costs nothing: a call is for whom no mail reaches.
  const usual = customers.some((one) => notMailed(one) === null) ? ways[0] : ways.at(-1);
  const way = ways.find((one) => one === chosen) ?? usual;
  const close = () => onClose(begun !== null);
  const title = about === "OUTAGE" ? "remind.tell_title" : "remind.title";
  return (
    <Dialog opened onClose={close} size={620} title={t(title, { count: ids.length })}>
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
            <ByCall customers={customers} about={about} onBegun={setBegun} onClose={close} />
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
