// What is typed for a new company, what is wrong with it, and the bodies that make it. Pure.
import { tenantVerbs } from "../../../shared/identity/tenant.ts";
import type { Problem } from "../../../shared/kernel/failure.ts";
import { updateSchema } from "../../../shared/kernel/resource.ts";
import { fieldErrors } from "../../../shared/kernel/validation.ts";
import { settings } from "../../../shared/platform/index.ts";
import { countryFacts } from "./countries.ts";

export interface CompanyDraft {
  readonly name: string;
  readonly subdomain: string;
  readonly country: string;
  readonly timezone: string;
  /** Of the company's papers and templates. */
  readonly language: string;
  readonly support_phone: string;
  readonly full_name: string;
  readonly username: string;
  readonly password: string;
}

export type DraftField = keyof CompanyDraft;

/** Codes of what is wrong, by field. */
export type DraftErrors = Partial<Record<DraftField, string>>;

const SUBDOMAIN_MAX = 40;

/** A short name out of a company's: "Padma Online Ltd." → "padma-online-ltd"; empty where no Latin letter is in it. */
export function proposedSubdomain(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, SUBDOMAIN_MAX).replace(/-+$/, "");
}

export function tenantBody(draft: CompanyDraft) {
  const { name, subdomain, username, password, full_name } = draft;
  const admin = { username: username.trim(), password, full_name: full_name.trim() };
  return { name: name.trim(), subdomain: subdomain.trim(), admin };
}

export function settingsBody(draft: CompanyDraft) {
  const facts = countryFacts(draft.country);
  if (!facts) throw new Error(`No country ${draft.country}`);
  const { currency, locale, decimal_separator, days_off } = facts;
  return {
    company_name: draft.name.trim(),
    support_phone: draft.support_phone.trim() || null,
    currency,
    timezone: draft.timezone,
    locale,
    language: draft.language,
    phone_country: draft.country,
    decimal_separator,
    days_off,
  };
}

/** Which of the form's fields an API field is. */
function fieldOf(name: string): DraftField | null {
  const field = name.replace(/^admin\./, "");
  if (field === "company_name") return "name";
  const known = [
    "name",
    "subdomain",
    "timezone",
    "language",
    "support_phone",
    "full_name",
    "username",
    "password",
  ] as const;
  return known.find((one) => one === field) ?? null;
}

function byField(errors: readonly { field: string; code: string }[]): DraftErrors {
  const found: DraftErrors = {};
  for (const { field, code } of errors) {
    const name = fieldOf(field);
    if (name) found[name] ??= code;
  }
  return found;
}

/** What the declarations say against it, as the server would; empty when it is right. */
export function draftErrors(draft: CompanyDraft): DraftErrors {
  const country = countryFacts(draft.country) ? {} : { country: "REQUIRED" };
  const tenant = tenantVerbs.create.input.safeParse(tenantBody(draft), { reportInput: true });
  const made = byField(tenant.success ? [] : fieldErrors(tenant.error));
  if (draft.password !== "" && draft.password.toLowerCase() === draft.username.trim().toLowerCase())
    made.password ??= "TOO_COMMON";
  if (country.country) return { ...made, ...country };
  const rest = updateSchema(settings).safeParse(settingsBody(draft), { reportInput: true });
  return { ...byField(rest.success ? [] : fieldErrors(rest.error)), ...made };
}

/** What the server said against fields of it. */
export function refusedFields(problem: Problem | undefined): DraftErrors {
  return byField(problem?.errors ?? []);
}
