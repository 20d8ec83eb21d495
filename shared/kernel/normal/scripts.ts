// Which scripts a text's letters are of: a name of several can look like another name (аdmin with a Cyrillic а). Pure.

/** Scripts that are written together (Unicode Technical Standard 39, highly restrictive, without Latin beside others). */
const SCRIPTS = [
  /^(\p{scx=Hani}|\p{scx=Hira}|\p{scx=Kana})+$/u,
  /^(\p{scx=Hani}|\p{scx=Hang})+$/u,
  /^(\p{scx=Hani}|\p{scx=Bopo})+$/u,
  ...[
    ...[
      "Latn",
      "Grek",
      "Cyrl",
      "Armn",
      "Hebr",
      "Arab",
      "Syrc",
      "Thaa",
      "Nkoo",
      "Deva",
      "Beng",
      "Guru",
      "Gujr",
    ],
    ...[
      "Orya",
      "Taml",
      "Telu",
      "Knda",
      "Mlym",
      "Sinh",
      "Thai",
      "Laoo",
      "Tibt",
      "Mymr",
      "Geor",
      "Ethi",
      "Cher",
    ],
    ...[
      "Khmr",
      "Mong",
      "Olck",
      "Mtei",
      "Tfng",
      "Cakm",
      "Lepc",
      "Limb",
      "Java",
      "Bali",
      "Sund",
      "Vaii",
      "Adlm",
    ],
  ].map((script) => new RegExp(`^\\p{scx=${script}}+$`, "u")),
];
const LETTERS = /\p{L}/gu;

/** Whether all letters of a text are of one script, in its normal form; digits and signs belong to every script. */
export function isOfOneScript(text: string): boolean {
  const letters = text.normalize("NFKC").match(LETTERS)?.join("") ?? "";
  if (letters === "" || /^[A-Za-z]+$/.test(letters)) return true;
  return SCRIPTS.some((script) => script.test(letters));
}
