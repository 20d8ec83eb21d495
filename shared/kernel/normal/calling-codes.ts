// How a country's telephone numbers are written: its calling code (ITU-T E.164) and what its own people dial before a number.

/** ISO 3166 codes by calling code. Numbers of those that share one are told apart by what follows. */
const COUNTRIES: Readonly<Record<string, string>> = {
  1: "US CA AG AI AS BB BM BS DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI",
  7: "RU KZ",
  ...{
    20: "EG",
    27: "ZA",
    30: "GR",
    31: "NL",
    32: "BE",
    33: "FR",
    34: "ES",
    36: "HU",
    39: "IT VA",
    40: "RO",
  },
  ...{ 41: "CH", 43: "AT", 44: "GB GG IM JE", 45: "DK", 46: "SE", 47: "NO SJ", 48: "PL", 49: "DE", 51: "PE" },
  ...{ 52: "MX", 53: "CU", 54: "AR", 55: "BR", 56: "CL", 57: "CO", 58: "VE", 60: "MY", 61: "AU CC CX" },
  ...{ 62: "ID", 63: "PH", 64: "NZ", 65: "SG", 66: "TH", 81: "JP", 82: "KR", 84: "VN", 86: "CN", 90: "TR" },
  ...{ 91: "IN", 92: "PK", 93: "AF", 94: "LK", 95: "MM", 98: "IR", 211: "SS", 212: "MA EH", 213: "DZ" },
  ...{ 216: "TN", 218: "LY", 220: "GM", 221: "SN", 222: "MR", 223: "ML", 224: "GN", 225: "CI", 226: "BF" },
  ...{ 227: "NE", 228: "TG", 229: "BJ", 230: "MU", 231: "LR", 232: "SL", 233: "GH", 234: "NG", 235: "TD" },
  ...{ 236: "CF", 237: "CM", 238: "CV", 239: "ST", 240: "GQ", 241: "GA", 242: "CG", 243: "CD", 244: "AO" },
  ...{ 245: "GW", 246: "IO", 247: "AC", 248: "SC", 249: "SD", 250: "RW", 251: "ET", 252: "SO", 253: "DJ" },
  ...{ 254: "KE", 255: "TZ", 256: "UG", 257: "BI", 258: "MZ", 260: "ZM", 261: "MG", 262: "RE YT", 263: "ZW" },
  ...{ 264: "NA", 265: "MW", 266: "LS", 267: "BW", 268: "SZ", 269: "KM", 290: "SH", 291: "ER", 297: "AW" },
  ...{ 298: "FO", 299: "GL", 350: "GI", 351: "PT", 352: "LU", 353: "IE", 354: "IS", 355: "AL", 356: "MT" },
  ...{ 357: "CY", 358: "FI AX", 359: "BG", 370: "LT", 371: "LV", 372: "EE", 373: "MD", 374: "AM", 375: "BY" },
  ...{ 376: "AD", 377: "MC", 378: "SM", 380: "UA", 381: "RS", 382: "ME", 383: "XK", 385: "HR", 386: "SI" },
  ...{ 387: "BA", 389: "MK", 420: "CZ", 421: "SK", 423: "LI", 500: "FK", 501: "BZ", 502: "GT", 503: "SV" },
  ...{
    504: "HN",
    505: "NI",
    506: "CR",
    507: "PA",
    508: "PM",
    509: "HT",
    590: "GP BL MF",
    591: "BO",
    592: "GY",
  },
  ...{ 593: "EC", 594: "GF", 595: "PY", 596: "MQ", 597: "SR", 598: "UY", 599: "CW BQ", 670: "TL", 672: "NF" },
  ...{ 673: "BN", 674: "NR", 675: "PG", 676: "TO", 677: "SB", 678: "VU", 679: "FJ", 680: "PW", 681: "WF" },
  ...{ 682: "CK", 683: "NU", 685: "WS", 686: "KI", 687: "NC", 688: "TV", 689: "PF", 690: "TK", 691: "FM" },
  ...{ 692: "MH", 850: "KP", 852: "HK", 853: "MO", 855: "KH", 856: "LA", 880: "BD", 886: "TW", 960: "MV" },
  ...{ 961: "LB", 962: "JO", 963: "SY", 964: "IQ", 965: "KW", 966: "SA", 967: "YE", 968: "OM", 970: "PS" },
  ...{ 971: "AE", 972: "IL", 973: "BH", 974: "QA", 975: "BT", 976: "MN", 977: "NP", 992: "TJ", 993: "TM" },
  ...{ 994: "AZ", 995: "GE", 996: "KG", 998: "UZ" },
};

/** Whose numbers begin with something else than 0 at home. */
const TRUNKS: Readonly<Record<string, string>> = {
  ...{ 1: "US CA AG AI AS BB BM BS DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI" },
  ...{ 8: "RU KZ BY TM", "06": "HU" },
};

/** Whose numbers are the same at home and from abroad: nothing is dialled before them, and a 0 is a part of them. */
const NONE = new Set(
  (
    "IT SM VA ES PT DK NO SJ IS EE LV CZ PL LU MT CY GR GI AD MC LI MX CO CL PE EC BO PY CR PA GT SV HN NI CU HT " +
    "SG HK MO KW QA BH OM LB TN MR ML NE BF TG BJ CI SN GM GN GW CV CM TD CF CG GA GQ DJ KM MU SC BW LS SZ MZ AO " +
    "MG BI RE YT GL FO AW CW BQ SX FJ PG SB VU WS TO KI NR TV CK NU NC PF WF PM UY BN TL MV BT BZ GY SR"
  ).split(" "),
);

/** Beginnings of calls abroad where they are not 00. */
const ABROAD: Readonly<Record<string, string>> = {
  "011": "US CA AG AI AS BB BM BS DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI",
  ...{ "010": "JP", "810": "RU KZ BY TM", "0011": "AU CC CX", "119": "CU", "002": "TW", "001": "HK" },
};

/** Whose numbers have as many digits behind the code: so many at least stand behind it where neither + nor 00 does. */
const DIGITS: Readonly<Record<string, string>> = {
  7: "MV IS SC FJ BN CV GM FO GL SB VU",
  8: "BA AM MD UY MK SI HR LT KH LA MM MN AU NZ",
  9: "IT ES PT PL CZ PE CL EC",
  10:
    "IN PK BD NP GB TR IR CN JP RU KZ BR MX VE CO PH NG US CA AG AI AS BB BM BS DM DO GD GU JM KN KY LC MP MS PR " +
    "SX TC TT VC VG VI",
};

/** Whose people write mobile numbers without the zero that is dialled before others. */
const ZERO_UNWRITTEN = new Set(["IN", "NP", "CN"]);

const among = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([value, names]) => names.split(" ").map((name) => [name, value] as const)),
  );

export interface CountryNumbers {
  readonly calling_code: string;
  /** What is dialled before a number at home; "": nothing. */
  readonly trunk: string;
  /** What is dialled before a number of another country, beside 00. */
  readonly abroad: string;
  /** So many digits at least are behind the code. */
  readonly digits: number;
  /** A number that is written without the zero has lost it. */
  readonly needs_zero: boolean;
}

const codes = among(COUNTRIES);
const trunks = among(TRUNKS);
const abroad = among(ABROAD);
const digits = among(DIGITS);

/** How the numbers of a country (ISO 3166) are written; null: it has none that we know. */
export function numbersOf(country: string | null): CountryNumbers | null {
  const calling_code = codes.get(country ?? "");
  if (country === null || calling_code === undefined) return null;
  const trunk = NONE.has(country) ? "" : (trunks.get(country) ?? "0");
  return {
    ...{ calling_code, trunk, abroad: abroad.get(country) ?? "00" },
    digits: Number(digits.get(country) ?? (trunk === "" ? 8 : 9)),
    needs_zero: trunk === "0" && !ZERO_UNWRITTEN.has(country),
  };
}
