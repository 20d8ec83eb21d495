// What the list of routers and a router's page show beyond plain fields.
import { Box, Text } from "@mantine/core";
import type { Router } from "../../../shared/network/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { durationText } from "../../kernel/money-format.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { faultText } from "../fault-text.ts";
import { ErrorWords, RouterState } from "./router-state.tsx";

/** Two lines of a row: the thing, and below what else is known of it. */
function TwoLines({ first, second }: { first: string; second: string | null }) {
  return (
    <Box lh={1.25}>
      <Text inherit className="cut" lh={1.25} title={first}>
        {first}
      </Text>
      {second ? (
        <Text fz="xs" c="dimmed" className="cut" lh={1.2} title={second}>
          {second}
        </Text>
      ) : null}
    </Box>
  );
}

/** Its state, when it was seen last and how many customers are on it. */
function State({ router }: { router: Router }) {
  const t = useWords();
  const format = useFormat();
  const sessions = useRows("user_sessions", { selector: { router: router.id } })?.length ?? 0;
  const seen = router.last_seen_at ? format.ago(router.last_seen_at) : t("net.last_seen_never");
  return (
    <Box lh={1.15}>
      <RouterState router={router} />
      <Text fz="xs" c="dimmed" lh={1.2} className="cut" title={format.instant(router.last_seen_at)}>
        {sessions > 0 ? `${t("net.sessions_on", { n: format.number(sessions) })} · ${seen}` : seen}
      </Text>
    </Box>
  );
}

function Address({ router: { host, api_port, use_tls } }: { router: Router }) {
  const t = useWords();
  return <TwoLines first={`${host}:${api_port}`} second={use_tls ? t("net.tls") : null} />;
}

function Load({ router: { cpu_load } }: { router: Router }) {
  const format = useFormat();
  return cpu_load === null ? "—" : <span className="figures">{format.number(cpu_load)}%</span>;
}

function Uptime({ router: { uptime_seconds } }: { router: Router }) {
  const format = useFormat();
  return uptime_seconds === null ? "—" : durationText(uptime_seconds, format.locale);
}

/** What went wrong last; else how far it is from what the customers should have. */
function Trouble({ router }: { router: Router }) {
  const { differences, compared_at } = router;
  const t = useWords();
  const format = useFormat();
  const differs =
    differences && compared_at
      ? t("net.differs", { n: format.number(differences), ago: format.ago(compared_at) })
      : null;
  return <ErrorWords text={faultText(router, t) ?? differs} />;
}

export const ROUTER_CELLS = {
  status: (router: Router) => <State router={router} />,
  host: (router: Router) => <Address router={router} />,
  // A port is a name, not a quantity.
  api_port: ({ api_port }: Router) => String(api_port),
  identity: ({ identity, ros_version, board_name }: Router) => (
    <TwoLines
      first={identity ?? "—"}
      second={[ros_version, board_name].filter(Boolean).join(" · ") || null}
    />
  ),
  cpu_load: (router: Router) => <Load router={router} />,
  uptime_seconds: (router: Router) => <Uptime router={router} />,
  last_error: (router: Router) => <Trouble router={router} />,
};
