// Mails to the holder of an account about changes to what they sign in with, so that a change by others is noticed.

import { type Pair, textIn } from "../../../shared/kernel/formatting/language.ts";
import { instantText, tenantFormat } from "../../../shared/kernel/formatting/localized.ts";
import { MAIL_ADDRESS } from "../../../shared/kernel/outgoing/mail.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { wakeMails, writeMails } from "../../kernel/mail/queue.ts";
import { relayOf } from "../../kernel/mail/relay.ts";
import type { Call } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import type { Services } from "../../kernel/services.ts";

const DEEDS = {
  PASSWORD: ["The password of your account was changed", "আপনার অ্যাকাউন্টের পাসওয়ার্ড বদলানো হয়েছে"],
  FACTOR_ON: ["The second factor of your account was switched on", "আপনার অ্যাকাউন্টের দ্বিতীয় ধাপ চালু করা হয়েছে"],
  FACTOR_OFF: ["The second factor of your account was switched off", "আপনার অ্যাকাউন্টের দ্বিতীয় ধাপ বন্ধ করা হয়েছে"],
  EMAIL: ["The e-mail address of your account was changed", "আপনার অ্যাকাউন্টের ইমেইল ঠিকানা বদলানো হয়েছে"],
} as const satisfies Record<string, Pair>;

const USERNAME: Pair = ["Username", "ব্যবহারকারীর নাম"];
const CHANGED_BY: Pair = ["Changed by", "যিনি বদলেছেন"];
const AT: Pair = ["At", "সময়"];
const ADVICE: Pair = [
  "If you did not expect this, tell whoever manages the accounts of your company at once.",
  "এটি আপনার জানা না থাকলে আপনার কোম্পানির অ্যাকাউন্ট যিনি দেখেন তাঁকে এখনই জানান।",
];

interface Changed {
  deed: keyof typeof DEEDS;
  username: string;
  /** The account's addresses before and after; one without an address is not told. */
  addresses: readonly (string | null)[];
}

interface Telling {
  tx: Tx;
  services: Services;
  tenant: Tenant;
  call: Call;
}

/**
 * Queues the mails with the transaction of the change, at each address once; none where no mail can go out.
 * @returns what sends them, to be called after the commit.
 */
export async function tellHolder(
  { tx, services, tenant, call }: Telling,
  changed: Changed,
): Promise<() => void> {
  const known = changed.addresses.filter((address) => address !== null && MAIL_ADDRESS.test(address));
  const addresses = [...new Set(known)] as string[];
  if (addresses.length === 0 || (await relayOf(tx, services, tenant.id)) === null) return () => {};
  const { language, company_name } = tenant.settings;
  const say = (pair: Pair): string => textIn(language, pair);
  const at = instantText(call.received_at.toISOString(), tenantFormat(tenant.settings, language));
  const requested_by = call.principal.username;
  const text = [
    `${say(DEEDS[changed.deed])}.`,
    "",
    `${say(USERNAME)}: ${changed.username}`,
    `${say(CHANGED_BY)}: ${requested_by}`,
    `${say(AT)}: ${at}`,
    "",
    say(ADVICE),
    "",
    company_name,
  ].join("\n");
  const mail = { kind: "ACCOUNT" as const, subject: `${company_name}: ${say(DEEDS[changed.deed])}`, text };
  await writeMails(
    tx,
    { tenant_id: tenant.id, requested_by },
    addresses.map((to) => ({ ...mail, to })),
  );
  return () => {
    services.notices.committed(tenant.id, new Set(["mails"]));
    wakeMails(services);
  };
}
