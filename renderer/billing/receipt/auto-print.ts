// Whether this computer prints receipts by itself: a matter of the printer that stands beside it, not of the company.
const STORED = "lastmile.prints_by_itself";

export const printsByItself = (): boolean => localStorage.getItem(STORED) === "1";

export function setPrintsByItself(value: boolean): void {
  if (value) localStorage.setItem(STORED, "1");
  else localStorage.removeItem(STORED);
}
