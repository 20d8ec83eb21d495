// The signed-in tenant's way of writing money, days and times, for components.
import { createContext, createElement, type ReactNode, useContext, useEffect, useState } from "react";
import type { Minor } from "../../shared/kernel/money.ts";
import { type Language, useLanguage } from "./i18n/index.ts";
import {
  agoText,
  dayText,
  instantText,
  minorOf,
  moneyText,
  moneyWithCurrency,
  monthText,
  numberText,
  type TenantFormat,
  tenantFormat,
  timeText,
  today,
} from "./money-format.ts";
import { useSession } from "./session/session-store.ts";

const NO_SETTINGS = {};

export interface Format extends TenantFormat {
  money(amount: Minor | string): string;
  currencyMoney(amount: Minor | string): string;
  minor(text: string | number | null | undefined): Minor;
  day(day: string | null | undefined): string;
  month(month: string): string;
  instant(instant: string | null | undefined): string;
  time(instant: string): string;
  ago(instant: string): string;
  /** @param options as Intl.NumberFormat has them, e.g. of a share; the same object at each call. */
  number(value: number, options?: Intl.NumberFormatOptions): string;
  today(): string;
}

const MINUTE_MS = 60_000;

/** The tenant's day; worked out once a minute, since every row of a list asks, and no clock moves it in between. */
function todayIn(format: TenantFormat): () => string {
  let known = { minute: Number.NaN, day: "" };
  return () => {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (known.minute !== minute) known = { minute, day: today(format) };
    return known.day;
  };
}

/** Made once for all components: what Intl offers is dear to make, and every row of a list writes money. */
const made = new WeakMap<object, Map<string, Format>>();

function formatOf(settings: Parameters<typeof tenantFormat>[0], language: Language): Format {
  const known = made.get(settings) ?? new Map<string, Format>();
  made.set(settings, known);
  const before = known.get(language);
  if (before) return before;
  const format = tenantFormat(settings, language);
  const whole: Format = {
    ...format,
    money: (amount) => moneyText(amount, format),
    currencyMoney: (amount) => moneyWithCurrency(amount, format),
    minor: (text) => minorOf(text, format.digits),
    day: (day) => dayText(day, format.locale),
    month: (month) => monthText(month, format.locale),
    instant: (instant) => instantText(instant, format),
    time: (instant) => timeText(instant, format),
    ago: (instant) => agoText(instant, new Date(), format.locale),
    number: (value, options) => numberText(value, format, options),
    today: todayIn(format),
  };
  known.set(language, whole);
  return whole;
}

/** The tenant's day, told to all who write by it. */
const Day = createContext("");

/** Around the application: what stands open over midnight is drawn anew, and does not stay at yesterday. */
export function TurningDays({ children }: { children: ReactNode }) {
  const { today } = useFormat();
  const [, setDay] = useState(today);
  useEffect(() => {
    const clock = setInterval(() => setDay(today()), MINUTE_MS);
    return () => clearInterval(clock);
  }, [today]);
  return createElement(Day, { value: today() }, children);
}

export function useFormat(): Format {
  const settings = useSession((session) => session.identity?.settings ?? NO_SETTINGS);
  useContext(Day);
  return formatOf(settings, useLanguage());
}
