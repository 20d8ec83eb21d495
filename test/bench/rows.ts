// What `npm run bench` measures, in its order: what needs no office comes before there is one, whose database is busy with its upkeep
// for minutes; then what is read of an office at rest; then what sells as much in a minute as an office does in a week.

import { benchBatch } from "./batch/index.ts";
import { benchChanges } from "./changes/index.ts";
import { benchCluster } from "./cluster/index.ts";
import { benchDesktop, benchOutbox } from "./desktop/index.ts";
import { benchScreen } from "./desktop/screen.ts";
import type { Row } from "./harness/row.ts";
import { benchLists } from "./lists/index.ts";
import { benchFailover } from "./losses/failover.ts";
import { benchProcesses } from "./losses/processes.ts";
import { benchIdleCost } from "./network/idle-cost.ts";
import { benchWalks } from "./network/olt-walk.ts";
import { benchRoutersAtOnce } from "./network/routers-at-once.ts";
import { benchSync } from "./network/sync.ts";
import { benchRecharge } from "./recharge/index.ts";
import { benchRoundTrips } from "./recharge/round-trips.ts";
import { benchReports } from "./reports/index.ts";
import { benchStart } from "./start/index.ts";
import { benchPull } from "./sync/pull.ts";
import { benchPush } from "./sync/push.ts";
import { benchWake } from "./sync/wake.ts";
import { benchWebhooks } from "./webhooks/index.ts";

export const ROWS: readonly Row[] = [
  { name: "start", run: benchStart },
  { name: "network-sync", run: benchSync },
  { name: "network-walk", run: benchWalks },
  { name: "network-routers", run: benchRoutersAtOnce },
  { name: "network-idle", is_long: true, run: benchIdleCost },
  { name: "desktop", run: benchDesktop },
  { name: "outbox", run: benchOutbox },
  { name: "round-trips", of_office: true, run: benchRoundTrips },
  { name: "reports", of_office: true, run: benchReports },
  { name: "lists", of_office: true, run: benchLists },
  { name: "pull", of_office: true, run: benchPull },
  { name: "wake", of_office: true, run: benchWake },
  { name: "screen", of_office: true, run: benchScreen },
  { name: "batch", of_office: true, run: benchBatch },
  { name: "changes", of_office: true, run: benchChanges },
  { name: "recharge", of_office: true, run: benchRecharge },
  { name: "push", of_office: true, run: benchPush },
  { name: "webhooks", of_office: true, run: benchWebhooks },
  { name: "processes", is_long: true, of_office: true, run: benchProcesses },
  { name: "failover", is_long: true, run: benchFailover },
  { name: "cluster", is_long: true, run: benchCluster },
];
