// The platform area's door.
import { platformResources } from "../../shared/platform/index.ts";
import { forgetCounts } from "../kernel/http/door/shared-counts.ts";
import { forgetMails, sendMails } from "../kernel/mail/queue.ts";
import { servedArea } from "../kernel/served-area.ts";
import { sealJob, verifyRoute } from "./audit-logs.ts";
import { cleanUp } from "./clean-up.ts";
import { deviceOperations } from "./devices.ts";
import { futureTimestampsJob } from "./future-timestamps.ts";
import { mailOperations } from "./mails.ts";
import { PROVIDER_SECRETS } from "./provider-secrets.ts";
import { reviewItemOperations } from "./review-items.ts";
import { settingsOperations } from "./settings.ts";

export { moveBookDays } from "./book-days.ts";
export { placeOfProvider } from "./provider-secrets.ts";
export { refuseAfterEnd } from "./refuse-after-end.ts";
export { reviewWords } from "./review-words.ts";

export const platform = servedArea(platformResources, {
  name: "platform",
  summary: "Company, desktops, review list, audit, mails",
  operations: [...settingsOperations, ...deviceOperations, ...reviewItemOperations, ...mailOperations],
  routes: [verifyRoute],
  sealed: [PROVIDER_SECRETS],
  jobs: [cleanUp, sealJob, sendMails, forgetMails, forgetCounts, futureTimestampsJob],
});
