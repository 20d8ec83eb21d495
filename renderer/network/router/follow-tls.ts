// Which port follows from whether a router's API is encrypted. Pure.
import type { FormValues } from "../../kernel/form/form-values.ts";

/** API and API-SSL as RouterOS opens them. */
const PLAIN_PORT = "8728";
const TLS_PORT = "8729";

/** Switching encryption moves the usual port along; an own one stays. */
export function followTls(changed: string, { use_tls, api_port }: FormValues): FormValues {
  const [from, to] = use_tls === true ? [PLAIN_PORT, TLS_PORT] : [TLS_PORT, PLAIN_PORT];
  return changed === "use_tls" && api_port === from ? { api_port: to } : {};
}
