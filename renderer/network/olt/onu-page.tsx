// Below an ONU's fields: its light now on the scale, and over time.
import { Paper, Stack } from "@mantine/core";
import type { Onu } from "../../../shared/network/index.ts";
import { PowerScale } from "./power-scale.tsx";
import { PowerTrend } from "./power-trend.tsx";

export function OnuPage({ record }: { record: Onu }) {
  return (
    <Paper p="md" component="section">
      <Stack gap="md">
        <PowerScale dbm={record.status === "ONLINE" ? record.rx_power_dbm : null} />
        <PowerTrend onu={record.id} />
      </Stack>
    </Paper>
  );
}
