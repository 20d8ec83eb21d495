// Logging a call with one key for what came of it, with or without a line; who wants to be called back says when.
import { Button, Group, Kbd, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type KeyboardEvent, useState } from "react";
import { callLog, DISPOSITIONS } from "../../../shared/callcenter/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useWriter } from "../../kernel/resource/source/use-writer.ts";
import { focusNow } from "../../kernel/screen/focus-now.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";

type Disposition = (typeof DISPOSITIONS)[number];

const HOUR_MS = 3_600_000;
/** When the customer wants to be called back, in hours from now. */
const LATER = { hour: 1, three_hours: 3, tomorrow: 24, three_days: 72 } as const;
type Later = keyof typeof LATER;
const LATERS = Object.keys(LATER) as Later[];

interface LogCallProps {
  customer: { readonly id: string; readonly name: string } | null;
  phone: string;
  /** Who called whom, until it is changed. */
  type: "INBOUND" | "OUTBOUND";
  /** What is known of it, e.g. what they asked for the last time. */
  about?: string | null;
  onClose: () => void;
}

export function LogCall({ customer, phone, type, about, onClose }: LogCallProps) {
  const t = useWords();
  const words = useResourceWords(callLog);
  const format = useFormat();
  const writer = useWriter(callLog);
  const [call_type, setType] = useState<string>(type);
  const [notes, setNotes] = useState("");
  const [later, setLater] = useState<Later>("hour");
  const logging = useCall(async (disposition: Disposition) => {
    const now = Date.now();
    const callback_at =
      disposition === "CALLBACK" ? new Date(now + LATER[later] * HOUR_MS).toISOString() : null;
    await writer.create({
      ...(customer ? { customer: customer.id } : {}),
      ...{ phone_number: phone, call_type, disposition, callback_at },
      ...{ started_at: new Date(now).toISOString(), notes: notes.trim() || null },
    });
    notifications.show({
      color: "green",
      message: t("calls.logged", { what: words.choice("disposition", disposition) }),
    });
    onClose();
  });
  const log = (disposition: Disposition) => {
    if (!logging.busy) void logging.run(disposition);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement && event.target.type !== "radio") return;
    const chosen = DISPOSITIONS[Number(/^(?:Digit|Numpad)([1-6])$/.exec(event.code)?.[1] ?? 0) - 1];
    if (!chosen) return;
    event.preventDefault();
    log(chosen);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      size={620}
      title={t("calls.log_title", { name: customer?.name ?? phone })}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside, wherever the focus is among them */}
      <div onKeyDown={onKeyDown}>
        <Stack gap="md">
          {about ? <Text fz="sm">{about}</Text> : null}
          <Group gap={6} role="group" aria-label={words.field("disposition")}>
            {DISPOSITIONS.map((value, index) => (
              <Button
                key={value}
                variant="default"
                ref={index === 0 ? focusNow : undefined}
                data-autofocus={index === 0 || undefined}
                aria-keyshortcuts={String(index + 1)}
                leftSection={<Kbd size="xs">{index + 1}</Kbd>}
                loading={logging.busy}
                onClick={() => log(value)}
              >
                {words.choice("disposition", value)}
              </Button>
            ))}
          </Group>
          <SegmentedControl
            size="xs"
            aria-label={words.field("callback_at")}
            value={later}
            onChange={(value) => setLater(value as Later)}
            data={LATERS.map((value) => ({ value, label: t(`calls.later.${value}`) }))}
          />
          <Group grow align="flex-end">
            <SegmentedControl
              size="xs"
              aria-label={words.field("call_type")}
              value={call_type}
              onChange={setType}
              data={(["INBOUND", "OUTBOUND"] as const).map((value) => ({
                value,
                label: words.choice("call_type", value),
              }))}
            />
            <TextInput
              label={words.field("notes")}
              value={notes}
              onChange={(event) => setNotes(event.currentTarget.value)}
              maxLength={1_000}
              autoComplete="off"
            />
          </Group>
          <Text fz="xs" c="dimmed">
            {t("calls.log_hint", { phone, time: format.time(new Date().toISOString()) })}
          </Text>
          <Trouble error={logging.error} />
        </Stack>
      </div>
    </Dialog>
  );
}
