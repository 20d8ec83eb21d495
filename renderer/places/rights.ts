// Who somebody is to the program, by their rights and never by their role's name.
import type { Rights } from "../kernel/place/places.ts";

/** Whether somebody sees the company's figures. */
export const seesFigures = ({ can }: Rights) => can("reporting.report.view");
export const takesMoney = ({ can }: Rights) => can("billing.recharge.create");
export const givesWork = ({ can }: Rights) => can("operations.task.assign");
export const doesWork = ({ can }: Rights) => can("operations.task.start");
/** A reseller: a balance of their own, and nobody else's. */
export const isReseller = ({ can, of_all }: Rights) =>
  can("billing.reseller.view") && !of_all("billing.reseller.view");
/** Who looks after devices has a place for the network; the others have outages beside their tickets. */
export const keepsNetwork = ({ can }: Rights) => can("network.olt.view");
export const keepsCompany = ({ can }: Rights) => can("platform.settings.update");

/** Whose place is a counter, and not a page of figures. */
const standsAtCounter = (rights: Rights) => takesMoney(rights) && !seesFigures(rights) && !isReseller(rights);
export const keepsPeople = ({ can }: Rights) => can("hr.attendance.mark");
const answersCalls = (rights: Rights) => rights.can("callcenter.call_log.view") && !standsAtCounter(rights);

/** Who has a page of today: owners, support, HR, resellers. A clerk's day is the counter, a technician's their jobs. */
export const hasToday = (rights: Rights) =>
  [seesFigures, answersCalls, keepsPeople, isReseller].some((one) => one(rights));

/** Something waits for their decision, or they ask for one: the inbox is a place of theirs. The others have it beside their day. */
export const decides = ({ can }: Rights) =>
  (
    [
      "finance.cash_transfer.confirm",
      "hr.leave.approve",
      "hr.advance_salary.approve",
      "billing.recharge.reverse",
    ] as const
  ).some(can);
