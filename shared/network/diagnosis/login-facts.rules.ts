// A router's own words about a login as facts: its clock's texts as instants. Pure.
import { isDay, momentOf } from "../../kernel/day.ts";
import type { LoginFacts } from "./line-facts.ts";

/** As the router answers a look at one line; other members are left alone. */
interface Looked {
  readonly secret: {
    readonly disabled: boolean;
    readonly last_logged_out: string | null;
    readonly was_signed_in?: boolean | undefined;
  } | null;
  readonly lists?: readonly string[] | undefined;
  readonly refused: LoginFacts["refused"];
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** RouterOS 7 writes 2026-11-20 14:02:00, RouterOS 6 nov/20/2026 14:02:00. */
const NEW = /^(\d{4})-(\d\d)-(\d\d) ((?:[01]\d|2[0-3]):[0-5]\d)/;
const OLD = /^([a-z]{3})\/(\d\d)\/(\d{4}) ((?:[01]\d|2[0-3]):[0-5]\d)/i;

/**
 * An instant that a router wrote in its own time, taken for the tenant's. Null for what is none, and for the beginning of
 * 1970, by which RouterOS says "never".
 */
export function routerTime(text: string | null, timezone: string): string | null {
  const written = NEW.exec(text ?? "");
  const older = OLD.exec(text ?? "");
  const month = MONTHS.indexOf((older?.[1] ?? "").toLowerCase()) + 1;
  const day = written
    ? `${written[1]}-${written[2]}-${written[3]}`
    : older && month > 0
      ? `${older[3]}-${String(month).padStart(2, "0")}-${older[2]}`
      : null;
  if (day === null || !isDay(day) || day.startsWith("1970")) return null;
  return momentOf(day, timezone, (written ?? older)?.[4]).toISOString();
}

export function loginFacts({ secret, refused }: Looked, asked_at: string, timezone: string): LoginFacts {
  const said = secret?.last_logged_out ?? null;
  return {
    asked_at,
    is_on_router: secret !== null,
    is_disabled: secret?.disabled ?? false,
    was_signed_in: secret?.was_signed_in ?? (said !== null && !/1970/.test(said)),
    last_logged_out: routerTime(said, timezone),
    refused,
  };
}

/** A static line, which has no login: its queue and its place on the router's address lists. */
export function staticFacts({ secret, lists = [] }: Looked, asked_at: string, names: ListNames): LoginFacts {
  return {
    asked_at,
    is_on_router: secret !== null || lists.includes(names.served) || lists.includes(names.closed),
    is_disabled: lists.includes(names.closed),
    was_signed_in: true,
    last_logged_out: null,
    refused: null,
  };
}

/** The tenant's address lists. */
interface ListNames {
  readonly served: string;
  readonly closed: string;
}
