// Rights in words: an operation's own name where it has one; modules and what is left are named here, complete by type.

import { textIn } from "../../../shared/kernel/formatting/language.ts";
import type { PermissionModule } from "../../../shared/kernel/permission.ts";
import {
  type OperationKind,
  type PermissionCode,
  type ResourceName,
  resourceNamed,
} from "../../../shared/kernel/registry.ts";
import { commandWords, type Pair, resourceWords, type Translate } from "../../kernel/i18n/index.ts";
import { moduleWords } from "../../kernel/i18n/module-words.ts";

const PLAIN = {
  view: "right.view",
  view_own: "right.view_own",
  create: "right.create",
  update: "right.update",
  delete: "right.delete",
} as const;

type Below<C> = C extends `${PermissionModule}.${infer R}` ? R : never;
type Noun<C> = Below<C> extends `${infer N}.${string}` ? N : never;

/** Rights that are neither a plain verb nor an operation by their name. */
type Unnamed = {
  [C in PermissionCode]: Below<C> extends OperationKind | `${string}.${keyof typeof PLAIN}` ? never : C;
}[PermissionCode];

/** What rights speak of that is no resource. */
const NOUNS: Readonly<Record<Exclude<Noun<PermissionCode>, ResourceName>, Pair>> = {
  permission: ["List of rights", "অধিকারের তালিকা"],
  suspense: ["Money in suspense", "অনির্ধারিত টাকা"],
  period: ["Closed books", "বন্ধ হিসাব"],
  reversal_request: ["Requests for reversals", "ফেরতের অনুরোধ"],
  session: ["Running sessions", "চলমান সেশন"],
  agent: ["Network agent", "নেটওয়ার্ক এজেন্ট"],
  report: ["Reports", "রিপোর্ট"],
};

const UNNAMED: Readonly<Record<Unnamed, Pair>> = {
  "subscribers.customer.grant_grace": ["Give days of grace", "বাড়তি দিন দেওয়া"],
  "subscribers.customer.grant_beyond": ["Promise more than the rules allow", "নিয়মের চেয়ে বেশি সময় দেওয়া"],
  "subscribers.customer.override_package": [
    "Write another package over paid days",
    "কেনা মেয়াদের ওপর অন্য প্যাকেজ বসানো",
  ],
  "subscribers.service_change.undo_own": [
    "Take back one's own on the same day",
    "নিজেরটি একই দিনে ফেরত নেওয়া",
  ],
  "subscribers.customer.pause_beyond": ["Pause beyond the company's limits", "নিয়মের বাইরে বিরতি দেওয়া"],
  "subscribers.customer.change_on_account": ["Change a package on account", "বাকিতে প্যাকেজ বদলানো"],
  "subscribers.customer.set_terms": ["Set discount and last day by hand", "ছাড় ও শেষ দিন হাতে বসানো"],
  "subscribers.customer.export": ["Take the list out as a file", "তালিকা ফাইলে নেওয়া"],
  "operations.ticket.close_together": [
    "Close all tickets of an outage at once",
    "বিভ্রাটের সব টিকিট একসাথে বন্ধ করা",
  ],
  "network.session.kick": ["Disconnect", "বিচ্ছিন্ন করা"],
  "network.agent.run": ["Reach routers for the server", "সার্ভারের হয়ে রাউটারে কাজ করা"],
  "billing.invoice.override": ["Set total, discount or dues by hand", "মোট, ছাড় বা বকেয়া হাতে বসানো"],
  "billing.recharge.reverse_own": ["Reverse one's own within minutes", "কয়েক মিনিটের মধ্যে নিজেরটি ফেরত নেওয়া"],
  "finance.transaction.reverse_own": [
    "Reverse one's own within minutes",
    "কয়েক মিনিটের মধ্যে নিজেরটি ফেরত নেওয়া",
  ],
  "billing.recharge.below_price": ["Give days for less than the price", "মূল্যের কমে মেয়াদ দেওয়া"],
  "finance.backdate": [
    "Date bills and payments more than three days back",
    "বিল ও পেমেন্টে তিন দিনের বেশি আগের তারিখ দেওয়া",
  ],
  "finance.refund.bound": ["Pay out money that bought days", "মেয়াদ কেনা টাকা ফেরত দেওয়া"],
  "finance.suspense.resolve": ["Decide where it belongs", "কোথায় যাবে ঠিক করা"],
  "finance.period.lock": ["Close the books up to a day", "একটি দিন পর্যন্ত হিসাব বন্ধ করা"],
  "finance.billing_account.recalculate": ["Recalculate a balance", "ব্যালেন্স আবার হিসাব করা"],
};

const pairIn = (pairs: Readonly<Partial<Record<string, Pair>>>, name: string) =>
  Object.hasOwn(pairs, name) ? pairs[name] : undefined;

/** What a code or pattern is called among those beside it: "Bills and recharges", "Bill", "Change". */
export function rightWords(grant: string, t: Translate): string {
  const [module = "", noun = "", action = ""] = grant.split(".");
  const say = (pair: Pair | undefined, otherwise: string) => (pair ? textIn(t.language, pair) : otherwise);
  if (module === "*") return t("right.everything");
  if (noun === "*") return moduleWords(module, t.language);
  const resource = resourceNamed(noun);
  if (action === "*") {
    return resource
      ? resourceWords(resource, t.language).title
      : say(pairIn(NOUNS, noun), noun.replaceAll("_", " "));
  }
  const plain = pairIn(UNNAMED, grant);
  if (plain) return textIn(t.language, plain);
  return Object.hasOwn(PLAIN, action)
    ? t(PLAIN[action as keyof typeof PLAIN])
    : commandWords(`${noun}.${action}`, t.language);
}

/** A code or pattern alone: "Customers · Change". */
export function rightPath(grant: string, t: Translate): string {
  const [module = "", noun = ""] = grant.split(".");
  if (module === "*" || noun === "*") return rightWords(grant, t);
  const whole = rightWords(`${module}.${noun}.*`, t);
  return grant.endsWith(".*") ? whole : `${whole} · ${rightWords(grant, t)}`;
}
