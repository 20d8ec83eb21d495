// Brings a router in line: compare first, look, apply; what is drastic needs the router's name typed.

import { Alert, Button, Group, List, Loader, Stack, Text, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Adoption, JobResult } from "../../../../shared/network/agent-wire.ts";
import { type NetworkSyncJob, networkSyncJob, type Router } from "../../../../shared/network/index.ts";
import { type Call, useCall, useOnline } from "../../../kernel/connection/use-connection.ts";
import { Dialog } from "../../../kernel/form/dialog.tsx";
import { resourceWords, useWords } from "../../../kernel/i18n/index.ts";
import { useRecord, useReplica } from "../../../kernel/replica-hooks.ts";
import type { ActionDialogProps } from "../../../kernel/resource/operation/action.ts";
import { StatusBadge, Trouble } from "../../../kernel/screen/parts.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import { faultText } from "../../fault-text.ts";
import { useJob } from "../../sync-job/use-job.ts";
import { SyncOutcome } from "./sync-outcome.tsx";
import { PlanGroups } from "./sync-plan-groups.tsx";
import {
  adoptionOf,
  type Chosen,
  changesIn,
  chosenIn,
  groupsOf,
  isFinished,
  reasonsOf,
  reportOf,
  sameChoice,
} from "./sync-plan-view.ts";

interface SyncBody {
  readonly dry_run?: true;
  /** The plan_id of the plan that was shown. */
  readonly confirm?: string;
  readonly adopt?: Adoption;
}

/** The server answers after five seconds at the latest; the rest is followed in the replica. */
const WAIT_MS = 20_000;

/** A sync job that this dialog asked for, and its newest state. */
function useSync(router: Router): {
  call: Call<[SyncBody], NetworkSyncJob>;
  job: NetworkSyncJob | null;
  ask: (body: SyncBody) => void;
  forget: () => void;
} {
  const replica = useReplica();
  const [first, setFirst] = useState<NetworkSyncJob | null>(null);
  const call = useCall(async (body: SyncBody) => {
    const path = `/api/v1/routers/${router.id}/sync/`;
    return (await replica.client.rest("POST", path, body, { timeout_ms: WAIT_MS })) as NetworkSyncJob;
  });
  const ask = (body: SyncBody) => {
    setFirst(null);
    void call.run(body).then((job) => setFirst(job ?? null));
  };
  return { call, job: useJob(first), ask, forget: () => setFirst(null) };
}

function Working({ job, children }: { job: NetworkSyncJob | null; children: ReactNode }) {
  const t = useWords();
  return (
    <Stack gap="xs" role="status">
      <Group gap="sm">
        <Loader size={18} aria-hidden />
        <Text fz="sm" fw={600}>
          {children}
        </Text>
        {job ? <StatusBadge of={networkSyncJob} status={job.status} /> : null}
      </Group>
      {job?.status === "QUEUED" ? (
        <Text fz="sm" c="dimmed">
          {faultText(job, t) ?? t("net.agent_hint")}
        </Text>
      ) : null}
      <Text fz="sm" c="dimmed">
        {t("net.sync.leave_hint")}
      </Text>
    </Stack>
  );
}

function Failed({ job, again }: { job: NetworkSyncJob; again: () => void }) {
  const t = useWords();
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t("net.sync.failed")} role="alert">
      <Text fz="sm">
        {faultText(job, t) ?? resourceWords(networkSyncJob, t.language).choice("status", job.status)}
      </Text>
      {job.error_code ? (
        <Text fz="xs" c="dimmed" mt={2}>
          {job.error_code}
        </Text>
      ) : null}
      <Button mt="sm" size="xs" variant="default" onClick={again}>
        {t("net.action.again")}
      </Button>
    </Alert>
  );
}

interface ConfirmProps {
  router: Router;
  reasons: readonly string[];
  busy: boolean;
  onConfirm: () => void;
}

function Confirm({ router, reasons, busy, onConfirm }: ConfirmProps) {
  const t = useWords();
  const [typed, setTyped] = useState("");
  const matches = typed.trim() === router.name.trim();
  return (
    <Alert color="orange" icon={<IconAlertTriangle size={18} />} title={t("net.sync.confirm_title")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (matches && !busy) onConfirm();
        }}
      >
        <List fz="sm" mb="xs">
          {reasons.map((reason) => (
            <List.Item key={reason}>{reason}</List.Item>
          ))}
        </List>
        <Group align="flex-end" gap="sm">
          <TextInput
            flex={1}
            label={t("net.sync.confirm_label", { name: router.name })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          <Button type="submit" color="red" disabled={!matches} loading={busy}>
            {t("net.sync.apply_confirmed")}
          </Button>
        </Group>
      </form>
    </Alert>
  );
}

interface PlanProps {
  router: Router;
  /** The job whose plan is shown: the comparison, or a try to apply it that was held back. */
  job: NetworkSyncJob;
  report: JobResult;
  busy: boolean;
  ask: (body: SyncBody) => void;
  compare: (body: SyncBody) => void;
}

function Plan({ router, job, report, busy, ask, compare }: PlanProps) {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const planned = chosenIn(job);
  const [chosen, setChosen] = useState<Chosen>(planned);
  const reasons = reasonsOf(job);
  const changes = changesIn(report);
  const groups = groupsOf(report);
  const something = changes > 0 || groups.some(({ kind }) => kind === "orphan");
  if (groups.length === 0)
    return (
      <Alert color="green" icon={<IconCircleCheck size={18} />} title={t("net.plan.nothing")} role="status">
        <Text fz="sm">{t("net.plan.nothing_hint")}</Text>
      </Alert>
    );
  const choose = (choice: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(choice);
    else next.delete(choice);
    setChosen(next);
  };
  const adopt = adoptionOf(chosen);
  const isPlanned = sameChoice(chosen, planned);
  return (
    <Stack gap="md">
      <Text fz="sm" fw={600} role="status">
        {changes > 0 ? t("net.plan.total", { n: format.number(changes) }) : t("net.plan.nothing")}
      </Text>
      <PlanGroups report={report} choosing={{ chosen, onChoose: choose }} />
      {isPlanned ? null : (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => compare({ dry_run: true, adopt })} disabled={!online}>
            {t("net.plan.again_with", { n: format.number(chosen.size) })}
          </Button>
        </Group>
      )}
      {isPlanned && reasons.length > 0 ? (
        <Confirm
          router={router}
          reasons={reasons}
          busy={busy}
          onConfirm={() => ask({ confirm: report.plan_id, adopt })}
        />
      ) : null}
      {isPlanned && reasons.length === 0 && something ? (
        <Group justify="flex-end">
          <Button onClick={() => ask({ adopt })} loading={busy} disabled={!online} data-autofocus>
            {changes > 0 ? t("net.sync.apply", { n: format.number(changes) }) : t("net.sync.apply_rest")}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

function Steps({ router, onClose }: { router: Router; onClose: () => void }) {
  const t = useWords();
  const plan = useSync(router);
  const applied = useSync(router);
  const begun = useRef(false);
  const compare = (body: SyncBody = { dry_run: true }) => {
    applied.forget();
    plan.ask(body);
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    compare();
  });
  const { job } = applied;
  const done = job && isFinished(job);
  const heldBack = done && job.status === "FAILED" && reasonsOf(job).length > 0;
  const outcome = done && job.status === "SUCCEEDED" ? reportOf(job) : null;
  // The plan that was held back may be another than the one that was shown before.
  const shown = heldBack ? job : plan.job?.status === "SUCCEEDED" ? plan.job : null;
  const report = shown && reportOf(shown);

  if (outcome)
    return (
      <Stack gap="md">
        <SyncOutcome report={outcome} />
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t("action.close")}
          </Button>
        </Group>
      </Stack>
    );
  if (done && !heldBack) return <Failed job={job} again={() => compare()} />;
  if (applied.call.busy || (job && !done)) return <Working job={job}>{t("net.sync.working")}</Working>;
  if (shown && report)
    return (
      <Stack gap="md">
        <Trouble error={applied.call.error} />
        <Plan
          key={shown.id}
          router={router}
          job={shown}
          report={report}
          busy={applied.call.busy}
          ask={applied.ask}
          compare={compare}
        />
      </Stack>
    );
  if (plan.job && isFinished(plan.job)) return <Failed job={plan.job} again={() => compare()} />;
  if (plan.call.error)
    return (
      <Trouble
        error={plan.call.error}
        action={
          <Button mt="sm" size="xs" variant="default" onClick={() => compare()}>
            {t("net.action.again")}
          </Button>
        }
      />
    );
  return <Working job={plan.job}>{t("net.sync.planning")}</Working>;
}

export function SyncDialog({ record, onClose }: ActionDialogProps) {
  const t = useWords();
  const router = useRecord("routers", record.id);
  if (!router) return null;
  return (
    <Dialog opened onClose={onClose} size="xl" title={t("net.sync.title", { name: router.name })}>
      <Steps router={router} onClose={onClose} />
    </Dialog>
  );
}
