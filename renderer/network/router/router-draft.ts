// What the router form holds, what is wrong with it, and the body it sends. Pure.

import type { Router } from "../../../shared/network/index.ts";
import { plainDigits } from "../../kernel/money-format.ts";

export interface RouterDraft {
  readonly name: string;
  readonly host: string;
  readonly api_port: string;
  readonly use_tls: boolean;
  readonly tls_fingerprint: string;
  readonly legacy_login: boolean;
  readonly username: string;
  readonly password: string;
  readonly site: string;
  readonly is_active: boolean;
}

/** API and API-SSL as RouterOS opens them. */
const PLAIN_PORT = "8728";
const TLS_PORT = "8729";

export function draftOf(router: Router | null): RouterDraft {
  return {
    name: router?.name ?? "",
    host: router?.host ?? "",
    api_port: String(router?.api_port ?? PLAIN_PORT),
    use_tls: router?.use_tls ?? false,
    tls_fingerprint: router?.tls_fingerprint ?? "",
    legacy_login: router?.legacy_login ?? false,
    username: router?.username ?? "",
    password: "",
    site: router?.site ?? "",
    is_active: router?.is_active ?? true,
  };
}

/** Switching encryption moves the port along, unless somebody chose an own one. */
export function withTls(draft: RouterDraft, use_tls: boolean): RouterDraft {
  const [from, to] = use_tls ? [PLAIN_PORT, TLS_PORT] : [TLS_PORT, PLAIN_PORT];
  return { ...draft, use_tls, api_port: draft.api_port === from ? to : draft.api_port };
}

export type DraftProblem = "required" | "host_wrong" | "port_wrong" | "fingerprint_wrong" | "password_again";

/** What a change of leads the stored password to another place, so that it has to be typed again. */
const WAY = ["host", "api_port", "use_tls", "tls_fingerprint"];

/** What is wrong, by field, with a new router (null) or a change of one; the server checks the same again. */
export function draftProblems(
  draft: RouterDraft,
  router: Router | null,
): Partial<Record<keyof RouterDraft, DraftProblem>> {
  const problems: Partial<Record<keyof RouterDraft, DraftProblem>> = {};
  for (const field of ["name", "host", "username"] as const) {
    if (draft[field].trim() === "") problems[field] = "required";
  }
  const host = draft.host.trim();
  if (host !== "" && !/^[A-Za-z0-9.:_-]{1,253}$/.test(host)) problems.host = "host_wrong";
  const port = Number(plainDigits(draft.api_port.trim()) || Number.NaN);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) problems.api_port = "port_wrong";
  const fingerprint = draft.tls_fingerprint.trim();
  if (fingerprint !== "" && !/^([0-9A-Fa-f]{2}:?){32}$/.test(fingerprint))
    problems.tls_fingerprint = "fingerprint_wrong";
  if (router && draft.password === "" && WAY.some((field) => field in bodyOf(draft, router)))
    problems.password = "password_again";
  return problems;
}

/** The body of POST and PATCH /routers/: a change carries only what changed, and a password only when one was typed. */
export function bodyOf(draft: RouterDraft, router: Router | null): Record<string, unknown> {
  const whole: Record<string, unknown> = {
    name: draft.name.trim(),
    host: draft.host.trim(),
    api_port: Number(plainDigits(draft.api_port.trim())),
    use_tls: draft.use_tls,
    tls_fingerprint: draft.tls_fingerprint.trim() || null,
    legacy_login: draft.legacy_login,
    username: draft.username.trim(),
    site: draft.site.trim() || null,
    is_active: draft.is_active,
  };
  const password = draft.password === "" ? {} : { password: draft.password };
  if (!router) return { ...whole, ...password };
  const before = router as unknown as Record<string, unknown>;
  const changed = Object.entries(whole).filter(([field, value]) => value !== before[field]);
  return { ...Object.fromEntries(changed), ...password };
}
