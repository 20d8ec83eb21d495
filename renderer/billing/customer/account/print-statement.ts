// The account on A4: the sentence, then the months with their lines and how each ended.
import { type Minor, negate } from "../../../../shared/kernel/money.ts";
import type { Customer } from "../../../../shared/subscribers/index.ts";
import type { Translate } from "../../../kernel/i18n/index.ts";
import { printSheet } from "../../../kernel/print-sheet.ts";
import type { Format } from "../../../kernel/use-format.ts";
import type { StoryLine, StoryMonth } from "./account-story.ts";
import type { LineWords } from "./use-line-words.ts";

const STYLE = `@page { size: A4; margin: 16mm; }
.statement { font-size: 10.5pt; line-height: 1.4; }
.statement h1 { font-size: 15pt; margin: 0; }
.statement h2 { font-size: 11pt; margin: 5mm 0 1mm; display: flex; justify-content: space-between; break-after: avoid; }
.statement table { width: 100%; border-collapse: collapse; }
.statement td { padding: 1mm 0; border-bottom: 0.2mm solid #bbb; vertical-align: top; }
.statement tr { break-inside: avoid; }
.statement td:first-child { width: 30mm; }
.statement td:last-child { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }`;

interface Statement {
  readonly company: string;
  readonly customer: Customer;
  /** What is owed and since when. */
  readonly sentence: string;
  readonly months: readonly StoryMonth[];
  readonly words: (line: StoryLine) => LineWords;
}

function element(name: string, text: string): HTMLElement {
  return Object.assign(document.createElement(name), { textContent: text });
}

function standing(owed: Minor, t: Translate, format: Format): string {
  if (owed === 0n) return format.money(owed);
  return owed > 0n
    ? t("story.owes", { amount: format.money(owed) })
    : t("story.ahead", { amount: format.money(negate(owed)) });
}

export function printStatement(statement: Statement, t: Translate, format: Format): void {
  const { company, customer, months, words } = statement;
  const sheet = document.createElement("div");
  sheet.className = "statement";
  sheet.append(
    element("div", `${company} · ${format.day(format.today())}`),
    element("h1", t("story.document", { name: customer.name })),
    element("div", [customer.customer_code, customer.username, customer.phone].filter(Boolean).join(" · ")),
    element("p", statement.sentence),
  );
  for (const { month, left, lines } of months) {
    const heading = element("h2", format.month(month));
    heading.append(element("span", `${t("story.end_of_month")} ${standing(left, t, format)}`));
    const table = document.createElement("table");
    for (const line of lines) {
      const { title, detail } = words(line);
      const row = document.createElement("tr");
      const moved = line.amount > 0n ? format.money(line.amount) : `−${format.money(negate(line.amount))}`;
      row.append(
        element("td", format.day(line.day)),
        element("td", [title, detail].filter(Boolean).join(" · ")),
        element("td", moved),
      );
      table.append(row);
    }
    sheet.append(heading, table);
  }
  printSheet(sheet, STYLE);
}
