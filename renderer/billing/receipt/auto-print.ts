// Whether this computer prints receipts by itself: as the company says, unless somebody said otherwise here, of this printer.
const STORED = "lastmile.prints_by_itself";

/** @param company what the company's settings say */
export function printsByItself(company: boolean): boolean {
  const here = localStorage.getItem(STORED);
  return here === null ? company : here === "1";
}

export const setPrintsByItself = (value: boolean): void => localStorage.setItem(STORED, value ? "1" : "0");
