// A customer's line in two rows, from what this computer holds: the session, and the light with the age of its reading.
import { Group, Stack, Text } from "@mantine/core";
import type { Onu } from "../../../shared/network/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRecord, useRows } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { powerText } from "../diagnosis/verdict-text.ts";
import { SignalMark } from "../olt/signal-mark.tsx";
import { useSeesSessions } from "../rights.ts";
import { LineWords } from "./line-words.tsx";

function Session({ customer }: { customer: string }) {
  const t = useWords();
  const format = useFormat();
  const sessions = useRows("user_sessions", { selector: { customer }, limit: 1 });
  if (sessions === undefined) return null;
  const [session] = sessions;
  return (
    <Text fz="sm">
      <LineWords session={session} />
      {session ? (
        <Text span fz="xs" c="dimmed">
          {" · "}
          {t("line.observed", { ago: format.ago(session.observed_at) })}
        </Text>
      ) : null}
    </Text>
  );
}

/** Since when there is no light, and what was measured last before, where that is known. */
function Dark({ onu: { id, customer, last_down_at } }: { onu: Onu }) {
  const t = useWords();
  const format = useFormat();
  const sees = useSession((session) => session.can("network.incident.view"));
  const outages = useRows("incident_onus", sees && customer ? { selector: { customer } } : null);
  const before = outages?.find(({ onu, back_at }) => onu === id && back_at === null)?.rx_power_dbm ?? null;
  const said = [
    last_down_at ? t("line.dark_since", { when: format.instant(last_down_at) }) : null,
    before === null ? null : t("line.light_before", { dbm: powerText(before, format.locale) }),
  ].filter(Boolean);
  return said.length > 0 ? <Text fz="sm">{said.join(" · ")}</Text> : null;
}

function Light({ id }: { id: string }) {
  const t = useWords();
  const format = useFormat();
  const onu = useRecord("onus", id);
  const olt = useRecord("olts", onu?.olt);
  if (!onu) return null;
  return (
    <Group gap="xs">
      <SignalMark onu={onu} />
      {onu.status === "ONLINE" ? null : <Dark onu={onu} />}
      <Text fz="xs" c="dimmed">
        {[
          onu.serial_number,
          olt ? `${olt.name} ${onu.pon_port}` : onu.pon_port,
          olt?.last_polled_at ? t("line.observed", { ago: format.ago(olt.last_polled_at) }) : null,
        ]
          .filter(Boolean)
          .join(" · ")}
      </Text>
    </Group>
  );
}

export function LineGlance({ customer, onu }: { customer: string; onu: string | null }) {
  const seesSessions = useSeesSessions();
  const seesOnus = useSession((session) => session.can("network.onu.view"));
  return (
    <Stack gap={4}>
      {seesSessions ? <Session customer={customer} /> : null}
      {seesOnus && onu ? <Light id={onu} /> : null}
    </Stack>
  );
}
