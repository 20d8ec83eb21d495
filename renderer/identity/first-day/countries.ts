// What follows from a company's country: currency, time zones, days off, and how numbers are written. Pure.
import { own } from "../../../shared/kernel/safe-lookup.ts";

/** ISO 3166 code → ISO 4217 currency, language, and IANA time zones, the one where most people live first. */
const FACTS: Readonly<Record<string, readonly [currency: string, language: string, ...zones: string[]]>> = {
  AE: ["AED", "en", "Asia/Dubai"],
  AF: ["AFN", "fa", "Asia/Kabul"],
  AO: ["AOA", "pt", "Africa/Luanda"],
  AR: ["ARS", "es", "America/Argentina/Buenos_Aires"],
  AU: ["AUD", "en", "Australia/Sydney", "Australia/Brisbane", "Australia/Adelaide", "Australia/Perth"],
  BD: ["BDT", "bn", "Asia/Dhaka"],
  BO: ["BOB", "es", "America/La_Paz"],
  BR: ["BRL", "pt", "America/Sao_Paulo", "America/Manaus", "America/Rio_Branco", "America/Noronha"],
  BT: ["BTN", "en", "Asia/Thimphu"],
  BW: ["BWP", "en", "Africa/Gaborone"],
  CA: ["CAD", "en", "America/Toronto", "America/Winnipeg", "America/Edmonton", "America/Vancouver"],
  CD: ["CDF", "fr", "Africa/Kinshasa", "Africa/Lubumbashi"],
  CI: ["XOF", "fr", "Africa/Abidjan"],
  CL: ["CLP", "es", "America/Santiago", "Pacific/Easter"],
  CM: ["XAF", "fr", "Africa/Douala"],
  CO: ["COP", "es", "America/Bogota"],
  CR: ["CRC", "es", "America/Costa_Rica"],
  DE: ["EUR", "de", "Europe/Berlin"],
  DO: ["DOP", "es", "America/Santo_Domingo"],
  EC: ["USD", "es", "America/Guayaquil", "Pacific/Galapagos"],
  EG: ["EGP", "en", "Africa/Cairo"],
  ES: ["EUR", "es", "Europe/Madrid", "Atlantic/Canary"],
  ET: ["ETB", "en", "Africa/Addis_Ababa"],
  FR: ["EUR", "fr", "Europe/Paris"],
  GB: ["GBP", "en", "Europe/London"],
  GH: ["GHS", "en", "Africa/Accra"],
  GT: ["GTQ", "es", "America/Guatemala"],
  HN: ["HNL", "es", "America/Tegucigalpa"],
  ID: ["IDR", "id", "Asia/Jakarta", "Asia/Makassar", "Asia/Jayapura"],
  IN: ["INR", "en", "Asia/Kolkata"],
  IQ: ["IQD", "en", "Asia/Baghdad"],
  IT: ["EUR", "it", "Europe/Rome"],
  JO: ["JOD", "en", "Asia/Amman"],
  KE: ["KES", "en", "Africa/Nairobi"],
  KH: ["KHR", "en", "Asia/Phnom_Penh"],
  KW: ["KWD", "en", "Asia/Kuwait"],
  LA: ["LAK", "en", "Asia/Vientiane"],
  LB: ["LBP", "en", "Asia/Beirut"],
  LK: ["LKR", "en", "Asia/Colombo"],
  MA: ["MAD", "fr", "Africa/Casablanca"],
  MG: ["MGA", "fr", "Indian/Antananarivo"],
  MM: ["MMK", "en", "Asia/Yangon"],
  MV: ["MVR", "en", "Indian/Maldives"],
  MW: ["MWK", "en", "Africa/Blantyre"],
  MX: ["MXN", "es", "America/Mexico_City", "America/Cancun", "America/Hermosillo", "America/Tijuana"],
  MY: ["MYR", "en", "Asia/Kuala_Lumpur"],
  MZ: ["MZN", "pt", "Africa/Maputo"],
  NG: ["NGN", "en", "Africa/Lagos"],
  NI: ["NIO", "es", "America/Managua"],
  NP: ["NPR", "en", "Asia/Kathmandu"],
  OM: ["OMR", "en", "Asia/Muscat"],
  PE: ["PEN", "es", "America/Lima"],
  PG: ["PGK", "en", "Pacific/Port_Moresby"],
  PH: ["PHP", "en", "Asia/Manila"],
  PK: ["PKR", "en", "Asia/Karachi"],
  PL: ["PLN", "pl", "Europe/Warsaw"],
  PY: ["PYG", "es", "America/Asuncion"],
  RW: ["RWF", "en", "Africa/Kigali"],
  SA: ["SAR", "en", "Asia/Riyadh"],
  SN: ["XOF", "fr", "Africa/Dakar"],
  SO: ["SOS", "en", "Africa/Mogadishu"],
  SV: ["USD", "es", "America/El_Salvador"],
  TH: ["THB", "en", "Asia/Bangkok"],
  TR: ["TRY", "tr", "Europe/Istanbul"],
  TZ: ["TZS", "en", "Africa/Dar_es_Salaam"],
  UA: ["UAH", "uk", "Europe/Kyiv"],
  UG: ["UGX", "en", "Africa/Kampala"],
  US: ["USD", "en", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"],
  UY: ["UYU", "es", "America/Montevideo"],
  VE: ["VES", "es", "America/Caracas"],
  VN: ["VND", "vi", "Asia/Ho_Chi_Minh"],
  YE: ["YER", "en", "Asia/Aden"],
  ZA: ["ZAR", "en", "Africa/Johannesburg"],
  ZM: ["ZMW", "en", "Africa/Lusaka"],
  ZW: ["USD", "en", "Africa/Harare"],
};

export interface CountryFacts {
  /** ISO 4217. */
  readonly currency: string;
  /** IANA; the first is proposed. */
  readonly zones: readonly string[];
  /** BCP 47, e.g. bn-BD. */
  readonly locale: string;
  readonly decimal_separator: "." | ",";
  /** Weekly days off. */
  readonly days_off: string;
}

/** Where the weekend is another than Saturday and Sunday. */
const DAYS_OFF: readonly (readonly [days: string, countries: readonly string[]])[] = [
  ["FRI,SAT", ["BD", "EG", "IQ", "JO", "KW", "MV", "OM", "SA", "YE"]],
  ["THU,FRI", ["AF"]],
  ["FRI", ["SO"]],
  ["SAT", ["NP"]],
];

export const COUNTRIES: readonly string[] = Object.keys(FACTS);

/** What a country says; null for one that is not in the table. */
export function countryFacts(code: string): CountryFacts | null {
  const facts = own(FACTS, code);
  if (!facts) return null;
  const [currency, language, ...zones] = facts;
  const locale = `${language}-${code}`;
  const parts = new Intl.NumberFormat(locale, { numberingSystem: "latn" }).formatToParts(0.5);
  const decimal = parts.find(({ type }) => type === "decimal")?.value;
  return {
    currency,
    zones,
    locale,
    decimal_separator: decimal === "," ? "," : ".",
    days_off: DAYS_OFF.find(([, countries]) => countries.includes(code))?.[0] ?? "SAT,SUN",
  };
}

/** The country of this computer's time zone, for a proposal; empty where none has it. */
export function countryOfZone(zone: string): string {
  return COUNTRIES.find((code) => own(FACTS, code)?.slice(2).includes(zone)) ?? "";
}
