// The outages that last: what is down, since when, how many customers it concerns, and that they are to be told.
import { Alert, Anchor, Group, Text } from "@mantine/core";
import { IconUrgent } from "@tabler/icons-react";
import { Link } from "react-router";
import { type Incident, incident as incidentResource } from "../../../../shared/network/index.ts";
import { useResourceWords, useWords } from "../../../kernel/i18n/index.ts";
import { useById, useRows } from "../../../kernel/replica-hooks.ts";
import { useSession } from "../../../kernel/session/session-store.ts";
import { useFormat } from "../../../kernel/use-format.ts";
import { sinceText } from "../../diagnosis/verdict-text.ts";

/** So many are said one by one; the rest is in the list. */
const SHOWN = 3;

function IncidentLine({ incident, olt }: { incident: Incident; olt: string }) {
  const t = useWords();
  const words = useResourceWords(incidentResource);
  const format = useFormat();
  const where = incident.pon_port === null ? olt : `${olt} · ${t("tree.port", { port: incident.pon_port })}`;
  return (
    <Group gap="xs">
      <Anchor component={Link} to={`/${incidentResource.path}/${incident.id}`} fz="sm" fw={600}>
        {where}
      </Anchor>
      <Text fz="sm">
        {t("diag.since", {
          what: words.choice("kind", incident.kind),
          when: sinceText(incident.started_at, { format, now: new Date() }),
        })}
        {" · "}
        {t("incident.concerns", {
          customers: format.number(incident.customer_count),
          onus: format.number(incident.onu_count - incident.back_count),
        })}
      </Text>
    </Group>
  );
}

/** Nothing is shown where nothing is wrong, or where the role may not know. */
export function OpenIncidents({ customer, olt }: { customer?: string; olt?: string }) {
  const t = useWords();
  const format = useFormat();
  const sees = useSession((session) => session.can("network.incident.view"));
  const olts = useById("olts");
  const open = useRows("incidents", sees ? { selector: { status: "OPEN" } } : null) ?? [];
  const own = useRows("incident_onus", sees && customer ? { selector: { customer } } : null);
  const shown = open.filter(
    (one) =>
      (olt === undefined || one.olt === olt) &&
      (customer === undefined || own?.some(({ incident }) => incident === one.id)),
  );
  if (shown.length === 0) return null;
  return (
    <Alert
      color="red"
      icon={<IconUrgent size={18} />}
      title={t("incident.open", { count: shown.length, n: format.number(shown.length) })}
      role="status"
    >
      {shown.slice(0, SHOWN).map((incident) => (
        <IncidentLine key={incident.id} incident={incident} olt={olts.get(incident.olt)?.name ?? "—"} />
      ))}
      <Text fz="sm" c="dimmed" mt={4}>
        {t("incident.tell")}
      </Text>
      {shown.length > SHOWN ? (
        <Anchor component={Link} to={`/${incidentResource.path}?status=OPEN`} fz="sm">
          {t("incident.all")}
        </Anchor>
      ) : null}
    </Alert>
  );
}

/** Beside the heading of the incidents, while one lasts. */
export function TellCustomers() {
  const t = useWords();
  const open = useRows("incidents", { selector: { status: "OPEN" } }) ?? [];
  if (open.length === 0) return null;
  return (
    <Text fz="sm" c="dimmed" maw={420}>
      {t("incident.tell")}
    </Text>
  );
}
