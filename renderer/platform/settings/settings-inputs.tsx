// Inputs of settings that a plain one would ask too much for: the logo as a picture, currency and time zone by their names.
import { Button, FileButton, Group, Image, Input, MultiSelect } from "@mantine/core";
import { useState } from "react";
import { metaOf } from "../../../shared/kernel/field.ts";
import { settings } from "../../../shared/platform/settings.ts";
import { WEEKDAYS } from "../../../shared/platform/working-days.rules.ts";
import { Select } from "../../kernel/form/select.tsx";
import { common } from "../../kernel/resource/kinds/inputs.tsx";
import type { InputProps } from "../../kernel/resource/kinds/kind.ts";

/** What a receipt of 80 mm prints, twice over. */
const LOGO = { width: 640, height: 320 };

/** The picture as a data: URL of a size that every receipt can carry. @throws DOMException when it is no picture. */
async function smallPicture(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LOGO.width / picture.width, LOGO.height / picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}

export function LogoInput(props: InputProps) {
  const { id, label, value, onChange, disabled, error, reading } = props;
  const { t } = reading;
  const [unreadable, setUnreadable] = useState(false);
  const take = async (file: File | null) => {
    if (!file) return;
    setUnreadable(false);
    try {
      onChange(await smallPicture(file));
    } catch (failure) {
      if (!(failure instanceof DOMException)) throw failure;
      setUnreadable(true);
    }
  };
  return (
    <Input.Wrapper
      label={label}
      error={unreadable ? t("settings.logo_unreadable") : error}
      labelElement="div"
    >
      <Group gap="sm" mt={4}>
        {value ? <Image src={String(value)} alt={label} h={48} w="auto" maw={200} fit="contain" /> : null}
        <FileButton accept="image/*" onChange={(file) => void take(file)} disabled={disabled}>
          {(button) => (
            <Button {...button} id={id} variant="default" size="compact-sm" disabled={disabled}>
              {t("settings.logo_choose")}
            </Button>
          )}
        </FileButton>
        {value && !disabled ? (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange("")}>
            {t("settings.logo_remove")}
          </Button>
        ) : null}
      </Group>
    </Input.Wrapper>
  );
}

interface NamedSelectProps extends InputProps {
  values: readonly string[];
  nameOf: (value: string) => string;
}

function NamedSelect({ values, nameOf, ...props }: NamedSelectProps) {
  return (
    <Select
      {...common(props)}
      data={values.map((value) => ({ value, label: nameOf(value) }))}
      value={String(props.value) || null}
      onChange={(chosen) => props.onChange(chosen ?? "")}
      allowDeselect={false}
      searchable
      nothingFoundMessage={props.reading.t("finder.nothing")}
    />
  );
}

export function CurrencyInput(props: InputProps) {
  const names = new Intl.DisplayNames([props.reading.t.language], { type: "currency" });
  const { choices = [] } = metaOf(settings.fields.currency);
  return <NamedSelect {...props} values={choices} nameOf={(code) => `${code} · ${names.of(code) ?? code}`} />;
}

const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone")];

export function TimezoneInput(props: InputProps) {
  const { value } = props;
  // A name that this computer does not know is still the company's.
  const zones = ZONES.includes(String(value)) ? ZONES : [String(value), ...ZONES];
  return <NamedSelect {...props} values={zones} nameOf={(zone) => zone.replaceAll("_", " ")} />;
}

/** Weekdays by their names, the company's first; kept as the settings do: "FRI,SAT". */
const weekdayName = (day: string, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(
    // The first of February 2026 is a Sunday.
    new Date(Date.UTC(2026, 1, 1 + WEEKDAYS.findIndex((one) => one === day))),
  );

export function DaysOffInput(props: InputProps) {
  const { value, onChange, reading } = props;
  const chosen = String(value).split(",").filter(Boolean);
  return (
    <MultiSelect
      {...common(props)}
      data={WEEKDAYS.map((day) => ({ value: day, label: weekdayName(day, reading.t.language) }))}
      value={chosen}
      onChange={(days) => onChange(WEEKDAYS.filter((day) => days.includes(day)).join(","))}
    />
  );
}

/** "bn-BD" → "Bangla (Bangladesh)". */
export const localeText = (locale: string, language: string): string =>
  new Intl.DisplayNames(language, { type: "language" }).of(locale) ?? locale;

/** "FRI,SAT" → "Friday, Saturday". */
export const daysOffText = (days: string, language: string): string =>
  days
    .split(",")
    .filter(Boolean)
    .map((day) => weekdayName(day, language))
    .join(", ");
