// Paid → router → on-line, as three steps with the last error in plain words.

import { Box, Group, Loader, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconClock } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { networkSyncJob } from "../../../shared/network/index.ts";
import { type Key, type Translate, useWords } from "../../kernel/i18n/index.ts";
import { durationText } from "../../kernel/money-format.ts";
import { isPractising } from "../../kernel/practice/practising.ts";
import { commandProblem } from "../../kernel/problem-words.ts";
import { useObservable, useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { StatusBadge } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { faultText } from "../fault-text.ts";
import { useSeesSessions } from "../rights.ts";
import classes from "./connection-steps.module.css";
import { sessionSeconds } from "./session-age.ts";
import { type StepState, type StepStates, stepStates } from "./step-states.ts";

interface ConnectionStepsProps {
  customerId: string;
  /** The payment's command in the outbox. */
  commandId: string;
  since: string;
  needsRouter: boolean;
  /** Whether the line is on any router; undefined: not known here. */
  hasRouter: boolean | undefined;
}

function StepIcon({ state }: { state: StepState }) {
  switch (state) {
    case "done":
      return <IconCircleCheck size={20} color="var(--money-credit)" aria-hidden />;
    case "busy":
      return <Loader size={18} aria-hidden />;
    case "waiting":
      return <IconClock size={20} color="var(--mantine-color-dimmed)" aria-hidden />;
    case "stuck":
      return <IconAlertTriangle size={20} color="var(--signal-warn)" aria-hidden />;
    case "failed":
      return <IconAlertTriangle size={20} color="var(--mantine-color-error)" aria-hidden />;
    case "unneeded":
      return <IconCircleMinus size={20} color="var(--mantine-color-dimmed)" aria-hidden />;
  }
}

/** What a step that is stuck waits for, and who does it. */
const STUCK_BY: Readonly<Record<string, Key>> = {
  TRIAL: "strip.on_trial",
  AFTER_TRIAL: "strip.on_trial",
  NO_AGENT: "strip.no_agent",
  NOT_REACHED: "strip.no_agent",
};

function routerSays({ state, job }: StepStates["router"], t: Translate): string | undefined {
  if (state === "unneeded") return t("strip.router_unneeded");
  return state === "stuck" ? t(own(STUCK_BY, job?.error_code ?? "") ?? "strip.no_router") : undefined;
}

interface StepProps {
  title: string;
  state: StepState;
  detail?: string | null;
  error?: string | null;
  children?: ReactNode;
}

function Step({ title, state, detail, error, children }: StepProps) {
  const t = useWords();
  return (
    <Group
      component="li"
      gap={10}
      align="flex-start"
      wrap="nowrap"
      className={classes.step}
      data-state={state}
    >
      <StepIcon state={state} />
      <Box miw={0}>
        <Text fz="sm" fw={600}>
          {title}
        </Text>
        <Text fz="sm" c="dimmed">
          {detail ?? t(`strip.${state}`)}
        </Text>
        {error ? (
          <Text fz="sm" c="var(--mantine-color-error)">
            {error}
          </Text>
        ) : null}
        {children}
      </Box>
    </Group>
  );
}

export function ConnectionSteps(props: ConnectionStepsProps) {
  const { customerId, commandId, since, needsRouter, hasRouter } = props;
  const t = useWords();
  const format = useFormat();
  const replica = useReplica();
  const { commands } = useObservable(replica.outbox$);
  const command = commands.find(({ id }) => id === commandId);
  const jobs = useRows("network_sync_jobs", {
    selector: { customer: customerId },
    sort: [{ customer: "desc" }, { created_at: "desc" }],
    limit: 5,
  });
  const sessions = useRows("user_sessions", { selector: { customer: customerId }, limit: 1 });
  const steps = useMemo(
    () =>
      stepStates({
        command,
        since,
        jobs: jobs ?? [],
        session: sessions?.[0] ?? null,
        ...{ needs_router: needsRouter, has_router: hasRouter },
      }),
    [command, since, jobs, sessions, needsRouter, hasRouter],
  );
  const { paid, router, line } = steps;
  const seesJobs = useSession((session) => session.can("network.network_sync_job.view"));
  const seesSessions = useSeesSessions();
  const session = line.session;
  const practising = isPractising();
  return (
    <Stack gap={0} component="ol" className={classes.steps} aria-label={t("strip.label")} aria-live="polite">
      <Step
        title={t("strip.paid")}
        state={paid.state}
        detail={t(
          paid.state === "done"
            ? "strip.paid_done"
            : paid.state === "waiting"
              ? "strip.paid_waiting"
              : "strip.paid_failed",
        )}
        error={paid.state === "failed" && command ? commandProblem(command, t)?.text : null}
      />
      {practising ? (
        <Step title={t("strip.router")} state="unneeded" detail={t("practice.no_router")} />
      ) : null}
      {seesJobs && !practising ? (
        <Step
          title={t("strip.router")}
          state={router.state}
          detail={routerSays(steps.router, t)}
          error={router.state !== "stuck" && router.job ? faultText(router.job, t) : null}
        >
          {router.job ? <StatusBadge of={networkSyncJob} status={router.job.status} size="xs" /> : null}
        </Step>
      ) : null}
      {seesSessions && !practising ? (
        <Step
          title={t("strip.line")}
          state={line.state}
          detail={
            session
              ? t("strip.line_up", {
                  duration: durationText(sessionSeconds(session, new Date()), format.locale),
                  address: session.ip_address ?? "—",
                })
              : t("strip.line_down")
          }
        />
      ) : null}
    </Stack>
  );
}
