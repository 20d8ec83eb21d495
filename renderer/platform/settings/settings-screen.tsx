// The company's settings in groups: each is shown as it is, and changed in a separate form.
import { Alert, Button, Group, Image, Skeleton } from "@mantine/core";
import { IconAlertTriangle, IconCloudOff, IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { settings } from "../../../shared/platform/settings.ts";
import { tidyVisitWindows } from "../../../shared/platform/visit-windows.rules.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { type Key, useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useReplica, useRows } from "../../kernel/replica-hooks.ts";
import type { AnyRecord } from "../../kernel/resource/fields.ts";
import { RecordDialog } from "../../kernel/resource/form/record-dialog.tsx";
import type { OwnCells } from "../../kernel/resource/list/columns-of.tsx";
import { FieldsCard } from "../../kernel/resource/record-fields.tsx";
import { useWriter } from "../../kernel/resource/source/use-writer.ts";
import { Page } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { ProviderSecrets } from "./provider-secrets.tsx";
import {
  CurrencyInput,
  DaysOffInput,
  daysOffText,
  LogoInput,
  localeText,
  TimezoneInput,
} from "./settings-inputs.tsx";
import { TestMail } from "./test-mail.tsx";

type Settings = RecordOf<typeof settings>;

interface SettingsGroup {
  readonly legend: Key;
  readonly fields: readonly (keyof typeof settings.fields)[];
  /** A right that changing them takes beside that to the settings. */
  readonly needs?: PermissionCode;
}

const MONEY: SettingsGroup = {
  legend: "settings.money",
  fields: ["currency", "decimal_separator", "require_confirm_above"],
};
const TIME: SettingsGroup = {
  legend: "settings.time",
  fields: ["language", "timezone", "locale", "phone_country"],
};
const GROUPS: readonly SettingsGroup[] = [
  {
    legend: "settings.company",
    fields: ["company_name", "support_phone", "support_email", "address", "logo"],
  },
  MONEY,
  TIME,
  {
    legend: "settings.bills",
    fields: [
      "invoice_prefix",
      "invoice_due_days",
      "auto_apply_advance",
      "earn_prepaid",
      "prorate_first_month",
      "tax_number",
      "legal_text",
    ],
  },
  {
    legend: "settings.receipts",
    fields: ["receipt_width_mm", "receipt_footer", "auto_print_receipts", "own_reversal_minutes"],
  },
  {
    legend: "settings.pauses",
    fields: ["pause_min_days", "pause_max_days", "pause_max_days_a_year", "pause_fee"],
  },
  {
    legend: "settings.promises",
    fields: ["promise_max_days", "promise_max_times", "promise_period_days"],
  },
  {
    legend: "settings.network",
    fields: [
      "auto_suspend",
      "suspend_mode",
      "expired_profile",
      "suspend_address_list",
      "active_address_list",
    ],
  },
  {
    legend: "settings.mail",
    fields: [
      "mail_host",
      "mail_port",
      "mail_security",
      "mail_user",
      "mail_password",
      "mail_from",
      "mail_from_name",
    ],
  },
  { legend: "settings.security", fields: ["require_otp", "lock_after_minutes"] },
  { legend: "settings.books", fields: ["lock_date"], needs: "finance.period.lock" },
  {
    legend: "settings.signal",
    fields: ["signal_too_strong_dbm", "signal_weak_dbm", "signal_critical_dbm"],
  },
  { legend: "settings.work", fields: ["work_start", "late_after_minutes", "days_off", "salary_days"] },
  { legend: "settings.visits", fields: ["visit_windows"] },
];

const INPUTS = { logo: LogoInput, currency: CurrencyInput, timezone: TimezoneInput, days_off: DaysOffInput };
/** The picture itself; a picture of another server's is not fetched, its address is shown. */
function Logo({ logo }: Pick<AnyRecord, "logo">) {
  const source = String(logo);
  if (!source.startsWith("data:")) return source;
  return <Image src={source} alt="" h={48} w="auto" maw={200} fit="contain" />;
}

function DaysOff({ days_off }: Pick<AnyRecord, "days_off">) {
  return daysOffText(String(days_off), useWords().language) || "—";
}

function Writing({ locale }: Pick<AnyRecord, "locale">) {
  return localeText(String(locale), useWords().language);
}

const CELLS: OwnCells = {
  logo: ({ logo }) => <Logo logo={logo} />,
  locale: ({ locale }) => <Writing locale={locale} />,
  days_off: ({ days_off }) => <DaysOff days_off={days_off} />,
};
function tidy(name: string, text: string): string {
  if (name === "visit_windows") return tidyVisitWindows(text);
  return name === "phone_country" ? text.toUpperCase() : text;
}

/** A company whose making stopped halfway has what every new tenant begins with. */
const isUnfinished = ({ currency, timezone }: Settings) => currency === "USD" && timezone === "UTC";

function Known({ record }: { record: Settings }) {
  const t = useWords();
  const words = useResourceWords(settings);
  const replica = useReplica();
  const online = useOnline();
  const can = useSession((session) => session.can);
  const writer = useWriter(settings);
  const [group, setGroup] = useState<SettingsGroup | null>(null);
  const booked = replica.count("ledger_entries") > 0;
  const change = ({ legend, fields }: SettingsGroup) => (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconPencil size={15} aria-hidden />}
      aria-label={`${t("record.change")}: ${t(legend)}`}
      disabled={!writer.ready("update")}
      onClick={() => setGroup({ legend, fields })}
    >
      {t("record.change")}
    </Button>
  );
  return (
    <Page title={words.title}>
      {online ? null : (
        <Alert color="orange" icon={<IconCloudOff size={18} />}>
          {t("settings.offline")}
        </Alert>
      )}
      {!booked && isUnfinished(record) ? (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
          {t("settings.unfinished", { currency: record.currency, timezone: record.timezone })}
          <Group gap="xs" mt="xs">
            {[MONEY, TIME].map(({ legend, fields }) => (
              <Button
                key={legend}
                variant="default"
                size="compact-sm"
                disabled={!writer.ready("update")}
                onClick={() => setGroup({ legend, fields })}
              >
                {t(legend)}
              </Button>
            ))}
          </Group>
        </Alert>
      ) : null}
      {GROUPS.map((one) => (
        <FieldsCard
          key={one.legend}
          resource={settings}
          record={record}
          legend={one.legend}
          fields={one.fields}
          cells={CELLS}
          action={one.needs && !can(one.needs) ? null : change(one)}
        />
      ))}
      <TestMail />
      <ProviderSecrets record={record} writer={writer} />
      {group ? (
        <RecordDialog
          resource={settings}
          record={record}
          groups={[group]}
          without={["payment_provider_secrets"]}
          inputs={INPUTS}
          hints={{ currency: t("settings.currency_hint"), timezone: t("settings.timezone_hint") }}
          {...(booked ? { locked: { fields: ["currency"], why: t("settings.currency_fixed") } } : {})}
          tidy={tidy}
          writer={writer}
          onClose={() => setGroup(null)}
        />
      ) : null}
    </Page>
  );
}

export function SettingsScreen() {
  const words = useResourceWords(settings);
  const record = useRows("settings", { limit: 1 })?.[0];
  if (record) return <Known record={record} />;
  return (
    <Page title={words.title}>
      <Skeleton h={180} />
    </Page>
  );
}
