// The only registry of areas, in dependency order: a later one may use an earlier one's door, never the reverse.
import "../shared/resources.ts";
import { billing } from "./billing/index.ts";
import { callcenter } from "./callcenter/index.ts";
import { helpdesk } from "./helpdesk/index.ts";
import { hr } from "./hr/index.ts";
import { identity } from "./identity/index.ts";
import { integrations } from "./integrations/index.ts";
import type { AreaModule } from "./kernel/area.ts";
import { changesRoute } from "./kernel/changes/route.ts";
import { network } from "./network/index.ts";
import { platform } from "./platform/index.ts";
import { reports } from "./reports/index.ts";
import { saas } from "./saas/index.ts";
import { store } from "./store/index.ts";
import { subscribers } from "./subscribers/index.ts";

export const AREAS: readonly AreaModule[] = [
  // It follows what all of them serve.
  { ...platform, routes: [...platform.routes, changesRoute(() => AREAS)] },
  identity,
  network,
  subscribers,
  billing,
  helpdesk,
  store,
  callcenter,
  hr,
  reports,
  integrations,
  saas,
];
