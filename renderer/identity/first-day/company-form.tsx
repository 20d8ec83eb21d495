// "Create your company": the company, its country with what follows from it, and its owner, who is signed in at the end.

import {
  Alert,
  Button,
  Fieldset,
  Group,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import { type FormEvent, useMemo, useState } from "react";
import { FIELD_CODES } from "../../../shared/kernel/failure.ts";
import { LANGUAGES } from "../../../shared/kernel/formatting/language.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { Select } from "../../kernel/form/select.tsx";
import { type Key, type Translate, useLanguage, useWords } from "../../kernel/i18n/index.ts";
import { fieldWords } from "../../kernel/problem-words.ts";
import { failedWith } from "../../kernel/replica/index.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { remember } from "../session/remembered.ts";
import {
  type CompanyDraft,
  type DraftErrors,
  type DraftField,
  draftErrors,
  proposedSubdomain,
  refusedFields,
} from "./company-draft.ts";
import { COUNTRIES, countryFacts, countryOfZone } from "./countries.ts";
import { CompanyMaker, leavePlatform, type Platform } from "./platform.ts";

const ORDER = [
  "name",
  "subdomain",
  "country",
  "timezone",
  "language",
  "support_phone",
  "full_name",
  "username",
  "password",
] as const;

/** Of these the company was made: they don't change any more when only its settings are tried again. */
const MADE_OF: readonly DraftField[] = ["name", "subdomain", "full_name", "username", "password"];

const WRITTEN: Partial<Record<DraftField, Key>> = {
  subdomain: "first.subdomain_hint",
  username: "first.username_hint",
  password: "first.password_hint",
};

function errorWords(field: DraftField, code: string, t: Translate): string {
  const known = FIELD_CODES.find((one) => one === code) ?? "INVALID";
  const written = WRITTEN[field];
  return fieldWords({ code: known }, { label: t(`first.${field}`), written: written && t(written) }, t);
}

const refused = (error: unknown): DraftErrors =>
  failedWith(error, "PROBLEM") ? refusedFields(error.problem) : {};

/** @param language of this form: the company's, unless another is chosen. */
function firstDraft(language: string): CompanyDraft {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const country = countryOfZone(zone);
  const none = { name: "", subdomain: "", support_phone: "", full_name: "", username: "", password: "" };
  return { ...none, country, language, timezone: country ? zone : "" };
}

/** What the chosen country says, to be seen before it is so. */
function CountryFactsLine({ country, timezone }: { country: string; timezone: string }) {
  const t = useWords();
  const language = useLanguage();
  const facts = countryFacts(country);
  if (!facts) return null;
  const currency = new Intl.DisplayNames([language], { type: "currency" }).of(facts.currency) ?? "";
  const example = `1${facts.decimal_separator}50`;
  return (
    <Text fz="sm" c="dimmed">
      {t("first.country_means", { currency: `${currency} (${facts.currency})`, example, zone: timezone })}
    </Text>
  );
}

/** The draft with its proposals, what is wrong with it by field, and the inputs' common properties. */
function useDraft(locked: readonly DraftField[]) {
  const t = useWords();
  const language = useLanguage();
  const [draft, setDraft] = useState(() => firstDraft(language));
  const [errors, setErrors] = useState<DraftErrors>({});
  const set = (name: DraftField, value: string) => {
    setErrors(({ [name]: _mended, ...others }) => others);
    setDraft((before) => {
      const next = { ...before, [name]: value };
      if (name === "country") return { ...next, timezone: countryFacts(value)?.zones[0] ?? "" };
      // Proposed until another one is typed.
      if (name === "name" && before.subdomain === proposedSubdomain(before.name))
        return { ...next, subdomain: proposedSubdomain(value) };
      return next;
    });
  };
  const show = (wrong: DraftErrors) => {
    setErrors(wrong);
    const first = ORDER.find((name) => wrong[name]);
    if (first) document.getElementById(`company-${first}`)?.focus();
  };
  const common = (name: DraftField) => {
    const code = errors[name];
    return {
      id: `company-${name}`,
      label: t(`first.${name}`),
      error: code ? errorWords(name, code, t) : undefined,
      value: draft[name],
      disabled: locked.includes(name),
    };
  };
  const typed = (name: DraftField) => ({
    ...common(name),
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  });
  return { draft, set, show, common, typed };
}

export function CompanyForm({ platform, onCancel }: { platform: Platform; onCancel: (() => void) | null }) {
  const t = useWords();
  const language = useLanguage();
  const signIn = useSession((session) => session.signIn);
  const [maker] = useState(() => new CompanyMaker(platform));
  const { draft, set, show, common, typed } = useDraft(maker.made ? MADE_OF : []);
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: "region" });
    const named = COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value }));
    return named.sort((a, b) => a.label.localeCompare(b.label, language));
  }, [language]);
  const zones = countryFacts(draft.country)?.zones ?? [];

  const making = useCall(async () => {
    try {
      const { subdomain } = await maker.make(draft);
      const { server } = platform;
      await signIn({ server, tenant: subdomain, username: draft.username.trim(), password: draft.password });
      await remember(server, subdomain);
      await leavePlatform(platform);
    } catch (error) {
      show(refused(error));
      throw error;
    }
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (making.busy) return;
    const wrong = draftErrors(draft);
    show(wrong);
    if (Object.keys(wrong).length === 0) await making.run();
  };
  // What the server says against a field stands at the field.
  const atFields = Object.keys(refused(making.error)).length > 0;

  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={t("first.title")}>
      <Stack gap="md">
        {maker.made && making.error ? (
          <Alert color="orange" icon={<IconBuildingStore size={18} />} role="status">
            {t("first.made_already", { name: maker.made.name })}
          </Alert>
        ) : null}
        <Fieldset legend={t("first.company")}>
          <Stack gap="xs">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="xs">
              <TextInput {...typed("name")} required autoFocus autoComplete="organization" />
              <TextInput
                {...typed("subdomain")}
                description={t("first.subdomain_hint")}
                inputWrapperOrder={["label", "input", "error", "description"]}
                required
                autoCapitalize="none"
              />
              <Select
                {...common("country")}
                value={draft.country || null}
                data={countries}
                onChange={(chosen) => set("country", chosen ?? "")}
                searchable
                required
                nothingFoundMessage={t("first.no_country")}
              />
              <Select
                {...common("language")}
                data={LANGUAGES.map((code) => ({
                  value: code,
                  label: new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code,
                }))}
                onChange={(chosen) => set("language", chosen ?? language)}
                allowDeselect={false}
              />
              <TextInput {...typed("support_phone")} type="tel" inputMode="tel" autoComplete="tel" />
              {zones.length > 1 ? (
                <Select
                  {...common("timezone")}
                  data={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
                  onChange={(chosen) => set("timezone", chosen ?? zones[0] ?? "")}
                  allowDeselect={false}
                />
              ) : null}
            </SimpleGrid>
            <CountryFactsLine country={draft.country} timezone={draft.timezone} />
          </Stack>
        </Fieldset>
        <Fieldset legend={t("first.owner")}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="xs">
            <TextInput {...typed("full_name")} autoComplete="name" />
            <TextInput {...typed("username")} required autoCapitalize="none" autoComplete="username" />
            <PasswordInput
              {...typed("password")}
              description={t("first.password_hint")}
              inputWrapperOrder={["label", "input", "error", "description"]}
              required
              autoComplete="new-password"
            />
          </SimpleGrid>
        </Fieldset>
        {atFields ? null : <Trouble error={making.error} />}
        <Group justify="flex-end" gap="xs">
          {onCancel ? (
            <Button variant="default" onClick={onCancel} disabled={making.busy}>
              {t("action.cancel")}
            </Button>
          ) : null}
          <Button type="submit" loading={making.busy}>
            {t(maker.made ? "action.again" : "first.create")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
