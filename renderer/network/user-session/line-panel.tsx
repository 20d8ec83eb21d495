// A customer's line: its diagnosis, the session as seen last, and what was done on the router with what outcome.

import { Box, Button, Group, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { IconListCheck, IconPlugConnectedX } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { kickSession, networkSyncJob, type UserSession, userSession } from "../../../shared/network/index.ts";
import { trafficName } from "../../../shared/network/live/traffic-name.rules.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { durationText, rateText } from "../../kernel/money-format.ts";
import { useById, useRows } from "../../kernel/replica-hooks.ts";
import { OperationButtons } from "../../kernel/resource/operation/operation-buttons.tsx";
import { NothingHere } from "../../kernel/screen/arriving.tsx";
import { lazily, Opening } from "../../kernel/screen/lazily.tsx";
import { Fact, Nothing, StatusBadge } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { DiagnosisCard } from "../diagnosis/diagnosis-card.tsx";
import { type LineCustomer, useDiagnosis } from "../diagnosis/use-diagnosis.ts";
import { faultText } from "../fault-text.ts";
import { KickWarning } from "../line-warnings.tsx";
import { OpenIncidents } from "../olt/incident/open-incidents.tsx";
import { OnuPanel, OnuRebootButton } from "../olt/onu-panel.tsx";
import { kindWords } from "../sync-job/job-view.ts";
import { LineWords } from "./line-words.tsx";
import { sessionSeconds } from "./session-age.ts";

const TrafficPanel = lazily(() => import("../router/traffic-panel.tsx"), "TrafficPanel");

const JOBS_SHOWN = 30;
const REFRESH_MS = 5000;

/** Sampled only on demand. */
function LineTraffic({ router, line }: { router: string; line: LineCustomer }) {
  const t = useWords();
  const [shown, setShown] = useState(false);
  return (
    <Box flex="1 1 100%">
      <Button
        variant="default"
        size="compact-sm"
        mb="xs"
        aria-expanded={shown}
        onClick={() => setShown((before) => !before)}
      >
        {t(shown ? "traffic.hide" : "traffic.show")}
      </Button>
      {shown ? (
        <Opening>
          <TrafficPanel
            router={router}
            interface_name={trafficName(line.account.connection_type, line.username)}
            of_customer
          />
        </Opening>
      ) : null}
    </Box>
  );
}

function SessionPanel({ line }: { line: LineCustomer }) {
  const customerId = line.id;
  const t = useWords();
  const sessionWords = useResourceWords(userSession);
  const format = useFormat();
  const known = useRows("user_sessions", { selector: { customer: customerId } });
  // Rates change by the second and are no part of the replica: asked while they are shown.
  const live = useAsk<{ results: UserSession[] }>(
    `/api/v1/user-sessions/?customer=${customerId}`,
    REFRESH_MS,
  );
  const told = useOnline() && live.data;
  const sessions = told ? told.results : known;
  const None = told ? Nothing : NothingHere;
  const routers = useById("routers");
  const seesRouters = useSession((session) => session.can("network.router.view"));
  // Nobody signs in on such a line; its queue is measured all the same.
  if (!sessions?.[0] && line.account.connection_type === "STATIC" && line.router && seesRouters)
    return <LineTraffic router={line.router} line={line} />;
  if (!sessions?.[0]) {
    return <None icon={IconPlugConnectedX} title={t("line.no_session")} hint={t("line.no_session_hint")} />;
  }
  return (
    <Stack gap="sm">
      {sessions.map((session) => (
        <Group key={session.id} gap="xl" align="flex-start">
          <Fact label={t("customer.line")}>
            {t("line.up_since", {
              duration: durationText(sessionSeconds(session, new Date()), format.locale),
            })}
          </Fact>
          <Fact label={sessionWords.field("ip_address")}>{session.ip_address ?? "—"}</Fact>
          <Fact label={sessionWords.field("mac_address")}>{session.mac_address ?? "—"}</Fact>
          {seesRouters ? (
            <Fact label={sessionWords.field("router")}>{routers.get(session.router)?.name ?? "—"}</Fact>
          ) : null}
          <Stack gap={0}>
            <Text fz="sm" className="figures">
              {t("line.rates", {
                down: rateText(session.rate_in_bps, format.locale),
                up: rateText(session.rate_out_bps, format.locale),
              })}
            </Text>
            <Text fz="xs" c="dimmed">
              {t("line.observed", { ago: format.ago(session.observed_at) })}
            </Text>
          </Stack>
          {seesRouters ? <LineTraffic router={session.router} line={line} /> : null}
        </Group>
      ))}
    </Stack>
  );
}

function JobsPanel({ customerId }: { customerId: string }) {
  const t = useWords();
  const format = useFormat();
  const jobs = useRows("network_sync_jobs", {
    selector: { customer: customerId },
    sort: [{ customer: "desc" }, { created_at: "desc" }],
    limit: JOBS_SHOWN,
  });
  return (
    <Paper p="md" component="section" aria-labelledby="line-jobs">
      <Title order={2} id="line-jobs" mb="sm">
        {t("line.jobs")}
      </Title>
      {jobs && jobs.length > 0 ? (
        <Table>
          <Table.Tbody>
            {jobs.map((job) => (
              <Table.Tr key={job.id}>
                <Table.Td w={170} className="figures">
                  {format.instant(job.created_at)}
                </Table.Td>
                <Table.Td>
                  <Text fz="sm" fw={600}>
                    {kindWords(job, t.language)}
                  </Text>
                  {job.last_error ? (
                    <Text fz="sm" c={job.status === "CANCELLED" ? "dimmed" : "var(--mantine-color-error)"}>
                      {faultText(job, t, job.olt ? "olt" : "router")}
                    </Text>
                  ) : null}
                </Table.Td>
                <Table.Td w={90} ta="right" c="dimmed">
                  {t("line.attempts", { count: job.attempts, n: format.number(job.attempts) })}
                </Table.Td>
                <Table.Td w={110} ta="right">
                  <StatusBadge of={networkSyncJob} status={job.status} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <NothingHere icon={IconListCheck} title={t("line.no_jobs")} hint={t("line.no_jobs_hint")} />
      )}
    </Paper>
  );
}

const KICK = [
  { operation: kickSession, icon: IconPlugConnectedX, danger: true, preview: KickWarning },
] as const;

/** Ends what is signed in under the customer's name. */
function KickButtons({ customerId }: { customerId: string }) {
  const sessions = useRows("user_sessions", { selector: { customer: customerId } });
  return sessions?.map((session) => (
    <OperationButtons
      key={session.id}
      resource={userSession}
      actions={KICK}
      records={[{ ...session }]}
      compact
    />
  ));
}

interface LinePanelProps {
  line: LineCustomer;
  shows_amounts: boolean;
  /** What later areas can do about the line. */
  actions: ReactNode;
}

export function LinePanel({ line, shows_amounts, actions }: LinePanelProps) {
  const t = useWords();
  const seesJobs = useSession((session) => session.can("network.network_sync_job.view"));
  const seesOnus = useSession((session) => session.can("network.onu.view"));
  const diagnosis = useDiagnosis(line);
  const onu = seesOnus ? line.onu : null;
  return (
    <Stack gap="md">
      <OpenIncidents customer={line.id} />
      <DiagnosisCard
        diagnosis={diagnosis}
        shows_amounts={shows_amounts}
        actions={
          <>
            {actions}
            <KickButtons customerId={line.id} />
            {onu ? <OnuRebootButton onu={onu} /> : null}
          </>
        }
      />
      <Paper p="md" component="section" aria-labelledby="line-session">
        <Title order={2} id="line-session" mb="sm">
          {t("line.session")}
        </Title>
        <SessionPanel line={line} />
      </Paper>
      {onu ? <OnuPanel id={onu} /> : null}
      {seesJobs ? <JobsPanel customerId={line.id} /> : null}
    </Stack>
  );
}

/** The line in one word, for headings. */
export function LineState({ customerId }: { customerId: string }) {
  const session = useRows("user_sessions", { selector: { customer: customerId }, limit: 1 })?.[0];
  return <LineWords session={session} />;
}
