// The end of the work: notes kept as they are typed, the light afterwards, who signed, and whether the trouble is over. A line
// that is too weak is not called fixed: the way out is to leave it and say why.

import {
  Alert,
  Box,
  Button,
  Chip,
  Group,
  Kbd,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { completeTask, isTooWeak, type Task, task, taskPhoto } from "../../../shared/helpdesk/index.ts";
import { printable } from "../../../shared/kernel/formatting/text-columns.rules.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useKeptDraft } from "../../kernel/kept-draft.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { powerText } from "../../network/index.ts";
import { useAddPhoto } from "../photo/use-add-photo.ts";
import { missingOf, typedPower } from "./end.rules.ts";
import { LightInput } from "./light-input.tsx";
import { SignaturePad, type Signing } from "./signature-pad.tsx";
import { weakestSignal } from "./weakest-signal.ts";

const EMPTY = { notes: "", rx_after: "", signed_by: "", left: false, why: "" };
type Draft = typeof EMPTY;

const REASONS = ["day.why.cable", "day.why.not_home", "day.why.part"] as const;

const NOTHING_MISSING: ReadonlySet<string> = new Set();

interface DayEndProps {
  of: Task;
  /** Of its heading. */
  level: 2 | 3;
  notes: RefObject<HTMLTextAreaElement | null>;
  /** What is typed as the light before, and not kept yet. */
  before: { text: string; input: RefObject<HTMLInputElement | null> };
  onDone: () => void;
}

function Unfixed({
  draft,
  change,
  error,
}: {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  error?: string;
}) {
  const t = useWords();
  const words = useResourceWords(task);
  return (
    <Stack gap="xs">
      <Textarea
        label={words.field("left_unfixed")}
        description={t("day.left_hint")}
        value={draft.why}
        maxLength={500}
        autosize
        minRows={2}
        error={error}
        onChange={({ currentTarget }) => change({ why: currentTarget.value })}
      />
      <Group gap={6}>
        {REASONS.map((key) => (
          <Chip key={key} checked={draft.why === t(key)} onChange={() => change({ why: t(key) })}>
            {t(key)}
          </Chip>
        ))}
      </Group>
    </Stack>
  );
}

/** Beyond this a reading that was typed and what the OLT sees are not of the same light. */
const APART_DB = 3;

/** What the OLT sees of the line that is about to be called fixed, where that says otherwise. */
function StillDown({ onu, typed }: { onu: string | null; typed: number | null }) {
  const t = useWords();
  const format = useFormat();
  const seen = useRecord("onus", onu);
  const olt = useRecord("olts", seen?.olt);
  if (!seen) return null;
  const { status, rx_power_dbm } = seen;
  const at = olt?.last_polled_at ? format.ago(olt.last_polled_at) : "—";
  const apart = typed !== null && rx_power_dbm !== null && Math.abs(typed - rx_power_dbm) > APART_DB;
  const says =
    status !== "ONLINE"
      ? t("day.still_down", { at })
      : apart
        ? t("day.light_apart", {
            typed: powerText(typed, format.locale),
            seen: powerText(rx_power_dbm, format.locale),
            at,
          })
        : null;
  if (says === null) return null;
  return (
    <Alert color="orange" role="status" icon={<IconAlertTriangle size={18} />}>
      {says}
    </Alert>
  );
}

export function DayEnd({ of, level, notes, before, onDone }: DayEndProps) {
  const t = useWords();
  const words = useResourceWords(task);
  const send = useSend();
  const { may } = useOperate();
  const settings = useSession(({ identity }) => identity?.settings);
  const customer = useRecord("customers", of.customer);
  const asked = useRecord("task_templates", of.template) ?? null;
  const pictures = useExpectedRows(taskPhoto, { selector: { task: of.id } }) ?? [];
  const photos = pictures.filter(({ kind }) => kind === "PHOTO");
  const addPhoto = useAddPhoto();
  const { draft, change, forget } = useKeptDraft(`task:${of.id}`, EMPTY);
  /** What was missing at the last attempt to finish. */
  const [asksFor, setAsksFor] = useState(NOTHING_MISSING);
  const light = useRef<HTMLInputElement>(null);
  const signing = useRef<Signing>(null);
  const complete = useCall(async (given: Draft, rx_after_dbm: number | null) => {
    await signing.current?.keep();
    await send(completeTask, {
      id: of.id,
      completion_notes: given.notes.trim(),
      ...(rx_after_dbm === null ? {} : { rx_after_dbm }),
      ...(given.signed_by.trim() ? { signed_by: given.signed_by.trim() } : {}),
      ...(given.left ? { left_unfixed: printable(given.why) } : {}),
    });
    forget();
    notifications.show({ color: "green", message: t(given.left ? "day.left_done" : "day.completed") });
    onDone();
  });
  if (!may(completeTask) || draft === undefined) return null;
  const hasLight = of.task_type !== "INSPECTION" || asked?.needs_rx === true;
  const rx = hasLight ? typedPower(draft.rx_after) : null;
  const isWeak =
    of.task_type !== "INSPECTION" && typeof rx === "number" && isTooWeak(rx, weakestSignal(settings));
  const missing = missingOf(asked, draft, {
    ...{ rx_before_dbm: typedPower(before.text), rx_after_dbm: rx, photos: photos.length },
  });
  const finish = () => {
    if (complete.busy || (isWeak && !draft.left)) return;
    setAsksFor(missing);
    if (missing.size === 0 && rx !== "UNREADABLE") return void complete.run(draft, rx);
    const asking = [
      ["rx_before_dbm", before.input],
      ["completion_notes", notes],
      ["rx_after_dbm", light],
    ] as const;
    asking.find(([field]) => missing.has(field))?.[1].current?.focus();
  };
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    finish();
  };
  const hasSignature = of.task_type === "INSTALLATION" || asked?.needs_signature === true;
  const isAskedFor = (field: string) => asksFor.has(field) && missing.has(field);
  const needed = (field: string) => (isAskedFor(field) ? t("day.needed") : undefined);
  return (
    <Paper p="md" component="section" aria-labelledby="day-end" onKeyDown={byKey}>
      <Stack gap="md">
        <Title order={level} size="h3" id="day-end">
          {t("day.end")}
        </Title>
        <Textarea
          ref={notes}
          label={words.field("completion_notes")}
          description={t("day.notes_hint")}
          value={draft.notes}
          maxLength={10_000}
          autosize
          minRows={2}
          maxRows={10}
          error={needed("completion_notes")}
          onChange={({ currentTarget }) => change({ notes: currentTarget.value })}
        />
        {hasLight ? (
          <LightInput
            ref={light}
            label={words.field("rx_after_dbm")}
            value={draft.rx_after}
            onu={customer?.onu ?? null}
            error={needed("rx_after_dbm")}
            judged={of.task_type !== "INSPECTION"}
            onChange={(rx_after) => change({ rx_after })}
          />
        ) : null}
        {hasSignature ? (
          <SignaturePad
            ref={signing}
            label={t("day.sign_here")}
            kept={pictures.length - photos.length}
            onDone={(drawing) => addPhoto(of.id, drawing, { kind: "SIGNATURE" })}
          />
        ) : null}
        {hasSignature ? (
          <TextInput
            label={words.field("signed_by")}
            value={draft.signed_by}
            maxLength={200}
            autoComplete="off"
            error={needed("signed_by")}
            onChange={({ currentTarget }) => change({ signed_by: currentTarget.value })}
          />
        ) : null}
        {draft.left ? (
          <Unfixed
            draft={draft}
            change={change}
            {...(needed("left_unfixed") ? { error: t("day.needed") } : {})}
          />
        ) : null}
        {isWeak && !draft.left ? (
          <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />}>
            <Text fz="sm">{t("error.SIGNAL_TOO_WEAK")}</Text>
          </Alert>
        ) : null}
        {draft.left ? null : (
          <StillDown onu={customer?.onu ?? null} typed={typeof rx === "number" ? rx : null} />
        )}
        {isAskedFor("photos") ? (
          <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />}>
            <Text fz="sm">{t("day.needs_photo")}</Text>
          </Alert>
        ) : null}
        <Trouble error={complete.error} />
        <Group gap="xs">
          {isWeak && !draft.left ? null : (
            <Button
              size="md"
              color={draft.left ? "orange" : undefined}
              loading={complete.busy}
              leftSection={<IconCheck size={18} aria-hidden />}
              rightSection={
                <Kbd size="xs" visibleFrom="md">
                  Ctrl+Enter
                </Kbd>
              }
              onClick={finish}
            >
              {draft.left ? t("day.leave") : words.operation("complete")}
            </Button>
          )}
          <Button size="md" variant="default" onClick={() => change({ left: !draft.left })}>
            {t(draft.left ? "day.is_fixed" : "day.not_fixed")}
          </Button>
        </Group>
        <Box fz="xs" c="dimmed">
          {t("day.kept")}
        </Box>
      </Stack>
    </Paper>
  );
}
