// An ONU's light as a mark, a number and a word: colour alone tells nothing.
import { Group, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
  IconPlugOff,
  IconSunHigh,
  IconSunOff,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Onu } from "../../../shared/network/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { powerText } from "../diagnosis/verdict-text.ts";
import { conditionOf, type OnuCondition } from "./onu-condition.ts";

const GOOD = "var(--money-credit)";
const WARN = "var(--signal-warn)";
const BAD = "var(--mantine-color-error)";
const QUIET = "var(--mantine-color-dimmed)";

const MARKS: Readonly<Record<OnuCondition, { icon: TablerIcon; color: string }>> = {
  GOOD: { icon: IconCircleCheck, color: GOOD },
  UP: { icon: IconCircleCheck, color: QUIET },
  WEAK: { icon: IconAlertTriangle, color: WARN },
  CRITICAL: { icon: IconCircleX, color: BAD },
  TOO_STRONG: { icon: IconSunHigh, color: WARN },
  LOS: { icon: IconSunOff, color: BAD },
  DYING_GASP: { icon: IconPlugOff, color: BAD },
  OFFLINE: { icon: IconCircleX, color: BAD },
  UNKNOWN: { icon: IconHelpCircle, color: QUIET },
};

export function SignalMark({ onu }: { onu: Pick<Onu, "status" | "signal" | "rx_power_dbm"> }) {
  const t = useWords();
  const { locale } = useFormat();
  const condition = conditionOf(onu);
  const { icon: Icon, color } = MARKS[condition];
  const is_measured = onu.status === "ONLINE" && onu.rx_power_dbm !== null;
  return (
    <Group gap={6} wrap="nowrap" component="span" c={color}>
      <Icon size={16} aria-hidden style={{ flex: "none" }} />
      <Text span fz="sm" className="figures" c={color} style={{ whiteSpace: "nowrap" }}>
        {is_measured ? `${powerText(onu.rx_power_dbm, locale)} dBm · ` : ""}
        {t(`onu.is.${condition}`)}
      </Text>
    </Group>
  );
}
