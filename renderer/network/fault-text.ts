// What went wrong with a device or a job, in the reader's language. Pure.
import { own } from "../../shared/kernel/safe-lookup.ts";
import type { Key, Translate } from "../kernel/i18n/index.ts";

/** Of a router, an OLT or a job: what was said of it, in English, and its code. */
export interface Fault {
  readonly last_error: string | null;
  readonly error_code: string | null;
}

/** Where the code says as much as the words. */
const FAULTS: Readonly<Record<string, Key>> = {
  SUPERSEDED: "net.fault.superseded",
  NO_PASSWORD: "net.fault.password",
  NO_ADDRESS: "net.fault.address",
  TRIAL: "net.fault.trial",
  AFTER_TRIAL: "net.fault.after_trial",
  NOT_REACHED: "net.fault.not_reached",
  NO_AGENT: "net.fault.no_agent",
  ECONNREFUSED: "net.fault.refused",
  ETIMEDOUT: "net.fault.silent",
  EUNREACHABLE: "net.fault.unreachable",
};

/** Where the words say more: a fingerprint, which login. Who reads no English is told by the code all the same. */
const IN_SHORT: Readonly<Record<string, Key>> = {
  EADDRESS: "net.fault.reserved",
  EAUTH: "net.fault.login",
  ETLS: "net.fault.tls",
  ETLSPIN: "net.fault.certificate",
  EREFUSED: "net.fault.question",
  EPROTO: "net.fault.answer",
  ECLOSED: "net.fault.cut",
  EFATAL: "net.fault.cut",
};

/** What went wrong; as it was said where no code says as much (a router's own words among it); null: nothing did. */
export function faultText(
  { last_error, error_code }: Fault,
  t: Translate,
  device: "router" | "olt" = "router",
): string | null {
  const code = error_code ?? "";
  const key = own(FAULTS, code) ?? (t.language === "en" ? undefined : own(IN_SHORT, code));
  return key ? t(key, { device: t(`net.device.${device}`) }) : last_error;
}
