// Where an accountant puts each account: told here anew, so that the program's own chart is compared with something.

/** What each account is on the balance sheet; what is not here is income or expense. */
export const SHEET: Readonly<Record<string, "ASSET" | "LIABILITY" | "EQUITY">> = {
  "CASH:CASH": "ASSET",
  "CASH:BANK": "ASSET",
  "CASH:CARD": "ASSET",
  "CASH:MOBILE": "ASSET",
  "CASH:ONLINE": "ASSET",
  IN_TRANSIT: "ASSET",
  SALARY_ADVANCES: "ASSET",
  "CUSTOMERS:RECEIVABLE": "ASSET",
  "CUSTOMERS:ADVANCE": "LIABILITY",
  TAX: "LIABILITY",
  SUSPENSE: "LIABILITY",
  RESELLER: "LIABILITY",
  SALARIES_PAYABLE: "LIABILITY",
  OPENING: "EQUITY",
};
