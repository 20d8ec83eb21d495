// The words of the resources that the counter does not name: loaded before whatever is shown behind it.
import type { ResourceName } from "../shared/kernel/registry.ts";
import * as cash from "./billing/cash/words.ts";
import * as closings from "./billing/closing-words.ts";
import * as resellers from "./billing/reseller/words.ts";
import * as addons from "./billing/service/addon-words.ts";
import * as changes from "./billing/service-words.ts";
import * as deposits from "./billing/suspense/deposit-words.ts";
import * as undo from "./billing/undo-words.ts";
import * as callcenter from "./callcenter/words.ts";
import * as helpdesk from "./helpdesk/words.ts";
import * as hr from "./hr/words.ts";
import * as identity from "./identity/words.ts";
import * as integrations from "./integrations/words.ts";
import { byResource, type WordedResource } from "./kernel/i18n/worded-resource.ts";
import * as optical from "./network/olt/words.ts";
import * as network from "./network/words.ts";
import * as platform from "./platform/words.ts";
import * as monthEnds from "./reports/month-end-words.ts";
import * as reportSchedules from "./reports/schedule/words.ts";
import * as saas from "./saas/words.ts";
import * as store from "./store/words.ts";
import { FIRST_RESOURCE_WORDS } from "./words.ts";

export const LATER_RESOURCE_WORDS = {
  ...byResource(cash),
  ...byResource(closings),
  ...byResource(resellers),
  ...byResource({
    addonWords: addons.addonWords,
    customerAddonWords: addons.customerAddonWords,
    pendingChargeWords: addons.pendingChargeWords,
  }),
  ...byResource(changes),
  ...byResource(deposits),
  ...byResource(undo),
  ...byResource(callcenter),
  ...byResource(helpdesk),
  ...byResource(hr),
  ...byResource(identity),
  ...byResource(integrations),
  ...byResource(optical),
  ...byResource(network),
  ...byResource(platform),
  ...byResource(monthEnds),
  ...byResource(reportSchedules),
  ...byResource(saas),
  ...byResource(store),
};

/** A resource without words does not compile. */
export const RESOURCE_WORDS: { readonly [N in ResourceName]: WordedResource<N> } = {
  ...FIRST_RESOURCE_WORDS,
  ...LATER_RESOURCE_WORDS,
};
