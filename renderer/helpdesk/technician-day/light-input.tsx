// The power of the light at the customer's ONU: read from the OLT now, where the line allows, else typed off the power meter.
import { Box, Button, Group, Text, TextInput } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { type Ref, useState } from "react";
import { isTooWeak } from "../../../shared/helpdesk/index.ts";
import { pollOlt } from "../../../shared/network/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRecord, useReplica } from "../../kernel/replica-hooks.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { powerText } from "../../network/index.ts";
import { typedPower } from "./end.rules.ts";
import { weakestSignal } from "./weakest-signal.ts";

interface Reading {
  readonly rx_power_dbm: number | null;
  readonly status: string;
}

/** Has the OLT read now and answers what it saw of this ONU; null where it can't be asked. */
function useReadNow(onuId: string | null) {
  const { client } = useReplica();
  const online = useOnline();
  const { may } = useOperate();
  const onu = useRecord("onus", onuId);
  const call = useCall(async (): Promise<number | null> => {
    const job = (await client.rest("POST", `/api/v1/olts/${onu?.olt}/poll/`, {})) as { status: string };
    if (job.status !== "SUCCEEDED") return null;
    const seen = (await client.rest("GET", `/api/v1/onus/${onu?.id}/`)) as Reading;
    return seen.status === "ONLINE" ? seen.rx_power_dbm : null;
  });
  return onu && may(pollOlt) ? { ...call, online } : null;
}

interface LightInputProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  value: string;
  /** The customer's ONU. */
  onu: string | null;
  error?: string | undefined;
  /** A power below the company's limit is said to be too weak. */
  judged?: boolean;
  onChange: (text: string) => void;
  /** The field is left, or was filled in from the OLT. */
  onSettled?: (text: string) => void;
}

export function LightInput({ ref, label, value, onu, error, judged, onChange, onSettled }: LightInputProps) {
  const t = useWords();
  const format = useFormat();
  const settings = useSession(({ identity }) => identity?.settings);
  const reading = useReadNow(onu);
  // The OLT did not answer in time, or saw no light.
  const [silent, setSilent] = useState(false);
  const limit = weakestSignal(settings);
  const dbm = typedPower(value);
  const wrong = dbm === "UNREADABLE" ? t("day.no_power") : error;
  const weak =
    judged === true && typeof dbm === "number" && isTooWeak(dbm, limit)
      ? t("day.too_weak", { dbm: powerText(dbm, format.locale), limit: powerText(limit, format.locale) })
      : undefined;
  const readNow = async () => {
    const seen = await reading?.run();
    setSilent(seen === null);
    if (seen === null || seen === undefined) return;
    const text = String(seen).replace(".", format.decimal).replace("-", "−");
    onChange(text);
    onSettled?.(text);
  };
  return (
    <div>
      <TextInput
        ref={ref}
        label={label}
        value={value}
        inputMode="decimal"
        autoComplete="off"
        className="figures"
        rightSectionWidth={48}
        rightSection={
          <Text fz="xs" c="dimmed">
            dBm
          </Text>
        }
        error={wrong ?? weak}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={({ currentTarget }) => onSettled?.(currentTarget.value)}
        inputContainer={(input) => (
          <Group gap="xs" wrap="nowrap">
            <Box flex={1}>{input}</Box>
            {reading ? (
              <Button
                variant="default"
                leftSection={<IconRefresh size={16} aria-hidden />}
                loading={reading.busy}
                data-reads
                disabled={!reading.online}
                onClick={() => void readNow()}
              >
                {t("day.read_now")}
              </Button>
            ) : null}
          </Group>
        )}
      />
      {silent ? (
        <Text fz="sm" role="status" c="var(--mantine-color-error)">
          {t("day.no_reading")}
        </Text>
      ) : null}
      {reading?.error ? <Trouble error={reading.error} /> : null}
    </div>
  );
}
