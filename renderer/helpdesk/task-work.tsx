// What a technician looks at while they work: where it is, and what is to be thought of.
import { Anchor, Checkbox, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { IconMapPin } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { checkTask, type Task, task } from "../../shared/helpdesk/index.ts";
import { useSend } from "../kernel/expected/use-send.ts";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { useRecord } from "../kernel/replica-hooks.ts";
import { useOperate } from "../kernel/resource/operation/use-operate.ts";
import { useFormat } from "../kernel/use-format.ts";
import { TaskPhotos } from "./photo/task-photos.tsx";

type Shown = Pick<Task, "id" | "checklist" | "location" | "customer">;

/** Where to go: the work order's own place, else the customer's. */
function Place({ record }: { record: Shown }) {
  const t = useWords();
  const words = useResourceWords(task);
  const customer = useRecord("customers", record.customer);
  const { latitude, longitude } = record.location ?? customer ?? {};
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  const point = `${latitude},${longitude}`;
  return (
    <Paper p="md">
      <Group gap="xs">
        <IconMapPin size={18} aria-hidden />
        <Text fw={650}>{words.field("location")}</Text>
        <Text className="figures" fz="sm">
          {point}
        </Text>
        <Anchor href={`geo:${point}?q=${point}`} fz="sm">
          {t("task.on_map")}
        </Anchor>
      </Group>
    </Paper>
  );
}

export function Checklist({ record }: { record: Shown }) {
  const t = useWords();
  const words = useResourceWords(task);
  const format = useFormat();
  const send = useSend();
  const mayTick = useOperate().may(checkTask);
  const [added, setAdded] = useState("");
  const { id, checklist } = record;
  if (checklist.length === 0 && !mayTick) return null;
  const done = checklist.filter((point) => point.done).length;
  const tick = (text: string, now: boolean) => void send(checkTask, { id, text, done: now });
  const add = (event: FormEvent) => {
    event.preventDefault();
    const text = added.trim();
    if (text === "") return;
    tick(text, false);
    setAdded("");
  };
  return (
    <Paper p="md" component="section" aria-label={words.field("checklist")}>
      <Stack gap="xs">
        <Group gap="xs">
          <Text fw={650}>{words.field("checklist")}</Text>
          {checklist.length > 0 ? (
            <Text c="dimmed" fz="sm" className="figures">
              {format.number(done)} / {format.number(checklist.length)}
            </Text>
          ) : null}
        </Group>
        {checklist.map((point) => (
          <Checkbox
            key={point.text}
            label={point.text}
            checked={point.done}
            disabled={!mayTick}
            onChange={(event) => tick(point.text, event.currentTarget.checked)}
          />
        ))}
        {mayTick ? (
          <form onSubmit={add}>
            <TextInput
              aria-label={t("task.add_point")}
              placeholder={t("task.add_point")}
              value={added}
              maxLength={200}
              maw={420}
              onChange={(event) => setAdded(event.currentTarget.value)}
            />
          </form>
        ) : null}
      </Stack>
    </Paper>
  );
}

export function TaskWork({ record }: { record: Shown }) {
  return (
    <>
      <Checklist record={record} />
      <TaskPhotos task={record} />
      <Place record={record} />
    </>
  );
}
