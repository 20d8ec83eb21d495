// Optical power on a scale from too weak to too strong, with the tenant's own limits and its number.
import { Box, Text } from "@mantine/core";
import { useWords } from "../../kernel/i18n/index.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { powerText } from "../diagnosis/verdict-text.ts";
import classes from "./power-scale.module.css";

/** What the scale shows, in dBm. */
const WEAKEST = -32;
const STRONGEST = -4;

export interface PowerLimits {
  readonly critical: number;
  readonly weak: number;
  readonly too_strong: number;
}

/** The tenant's limits; those of the field until they are known. */
export function usePowerLimits(): PowerLimits {
  const settings = useSession((session) => session.identity?.settings);
  const limit = (name: string, usual: number) => {
    const value = settings?.[name];
    return typeof value === "number" ? value : usual;
  };
  return {
    critical: limit("signal_critical_dbm", -27),
    weak: limit("signal_weak_dbm", -25),
    too_strong: limit("signal_too_strong_dbm", -8),
  };
}

const share = (dbm: number) => Math.max(0, Math.min(100, ((dbm - WEAKEST) / (STRONGEST - WEAKEST)) * 100));

export function PowerScale({ dbm }: { dbm: number | null }) {
  const t = useWords();
  const { locale } = useFormat();
  const { critical, weak, too_strong } = usePowerLimits();
  const zones = [
    { name: "critical", from: WEAKEST, to: critical },
    { name: "weak", from: critical, to: weak },
    { name: "good", from: weak, to: too_strong },
    { name: "strong", from: too_strong, to: STRONGEST },
  ] as const;
  const limits = [
    { name: "critical", dbm: critical },
    { name: "weak", dbm: weak },
    { name: "too_strong", dbm: too_strong },
  ] as const;
  return (
    <Box className={classes.scale} role="img" aria-label={t("onu.scale", { dbm: powerText(dbm, locale) })}>
      <Box className={classes.bar}>
        {zones.map(({ name, from, to }) => (
          <Box
            key={name}
            className={classes.zone}
            data-zone={name}
            style={{ left: `${share(from)}%`, width: `${share(to) - share(from)}%` }}
          />
        ))}
        {dbm === null ? null : <Box className={classes.here} style={{ left: `${share(dbm)}%` }} />}
      </Box>
      <Box className={classes.limits} aria-hidden>
        {limits.map(({ name, dbm: limit }) => (
          <Text
            key={name}
            span
            fz={11}
            c="dimmed"
            className="figures"
            data-limit={name}
            style={{ left: `${share(limit)}%` }}
          >
            {powerText(limit, locale)}
          </Text>
        ))}
      </Box>
    </Box>
  );
}
