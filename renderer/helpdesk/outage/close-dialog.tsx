// Closes an outage's tickets together: one message, how far it has come, and what was left open and why.
import { Alert, Anchor, Button, Group, List, Progress, Radio, Stack, Text, Textarea } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { CLOSED_WITH, closedTogether, closeTickets, ticket } from "../../../shared/helpdesk/index.ts";
import type { Incident } from "../../../shared/network/index.ts";
import type { BackgroundTask } from "../../../shared/platform/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { problemSays } from "../../kernel/problem-words.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { focusNow } from "../../kernel/screen/focus-now.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";

const LOOK_MS = 700;

function Ended({ task }: { task: BackgroundTask }) {
  const t = useWords();
  const format = useFormat();
  const parsed = closedTogether.safeParse(task.result);
  if (!parsed.success) return <Alert color="red">{problemSays(task.error, t)}</Alert>;
  const { closed, left } = parsed.data;
  return (
    <Alert color="green" icon={<IconCircleCheck size={18} />} role="status">
      <Text fz="sm" fw={600}>
        {t("outage.closed", { count: closed, n: format.number(closed) })}
      </Text>
      {left.length > 0 ? (
        <>
          <Text fz="sm">{t("outage.left", { n: format.number(left.length) })}</Text>
          <List fz="sm" spacing={2}>
            {left.map((one) => (
              <List.Item key={one.ticket}>
                <Anchor component={Link} to={`/${ticket.path}/${one.ticket}`} inherit>
                  {one.ticket_number} {one.subject}
                </Anchor>
                : {t(`outage.why.${one.reason}`)}
              </List.Item>
            ))}
          </List>
        </>
      ) : null}
    </Alert>
  );
}

function Under({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useWords();
  const format = useFormat();
  const [running, setRunning] = useState(true);
  const asked = useAsk<BackgroundTask>(`/api/v1/background-tasks/${id}/`, running ? LOOK_MS : undefined);
  const task = asked.data;
  const over = task && task.status !== "QUEUED" && task.status !== "RUNNING" ? task : null;
  if (over && running) setRunning(false);
  const { done = 0, total = null } = task?.progress ?? {};
  return (
    <Stack gap="md">
      {over ? (
        <Ended task={over} />
      ) : (
        <Stack gap={6} role="status">
          <Text fz="sm">
            {t("outage.running", { done: format.number(done), total: format.number(total ?? 0) })}
          </Text>
          <Progress value={total ? (done / total) * 100 : 100} animated aria-label={t("outage.close")} />
          <Text fz="sm" c="dimmed">
            {t("outage.leave")}
          </Text>
        </Stack>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} ref={focusNow}>
          {t("action.close")}
        </Button>
      </Group>
    </Stack>
  );
}

export function CloseDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const t = useWords();
  const words = useResourceWords(ticket);
  const { run, ready } = useOperate();
  const [message, setMessage] = useState<string>(t("outage.message_proposed"));
  const [status, setStatus] = useState<string>("RESOLVED");
  const [task, setTask] = useState<string | null>(null);
  const closing = useCall(async () => {
    const answer = (await run(closeTickets, incident.id, { message, status })) as { task_id: string };
    setTask(answer.task_id);
  });
  return (
    <Dialog opened onClose={onClose} size="lg" title={t("outage.close")}>
      {task !== null ? (
        <Under id={task} onClose={onClose} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (message.trim() !== "" && ready(closeTickets)) void closing.run();
          }}
        >
          <Stack gap="md">
            {incident.status === "OPEN" ? <Alert color="orange">{t("outage.lasts_yet")}</Alert> : null}
            <Textarea
              label={t("outage.message")}
              value={message}
              onChange={(event) => setMessage(event.currentTarget.value)}
              autosize
              minRows={3}
              required
              data-autofocus
            />
            <Radio.Group label={t("outage.as")} value={status} onChange={setStatus}>
              <Group mt={4}>
                {CLOSED_WITH.map((value) => (
                  <Radio key={value} value={value} label={words.choice("status", value)} />
                ))}
              </Group>
            </Radio.Group>
            <Text fz="sm" c="dimmed">
              {t("outage.left_rule")}
            </Text>
            {ready(closeTickets) ? null : <Alert color="orange">{t("record.needs_line")}</Alert>}
            <Trouble error={closing.error} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t("action.cancel")}
              </Button>
              <Button type="submit" loading={closing.busy} disabled={!ready(closeTickets)}>
                {t("outage.close")}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
