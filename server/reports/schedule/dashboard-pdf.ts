// The dashboard on one A4 page: the figures of the screen, in its order.
import { addDays, type Day } from "../../../shared/kernel/day.ts";
import { type Language, type Pair, textIn } from "../../../shared/kernel/formatting/language.ts";
import {
  dayText,
  moneyText,
  numberText,
  type TenantFormat,
} from "../../../shared/kernel/formatting/localized.ts";
import type { Dashboard } from "../../../shared/reports/index.ts";
import { type Letterhead, MARGIN, RIGHT, type Sheet, sheetPdf } from "../../kernel/pdf/sheet.ts";
import { AGES, MOVEMENTS, TEXTS } from "./dashboard-words.ts";

export interface DashboardPaper {
  company: Letterhead;
  day: Day;
  dashboard: Dashboard;
  language: Language;
  format: TenantFormat;
}

type Row = readonly [name: string, value: string];

type Section = [title: string, rows: Row[]];

/** What waits, and how the network is. */
function workOf({ dashboard: of, language, format }: DashboardPaper): Section[] {
  const say = (pair: Pair) => textIn(language, pair);
  const number = (figure: number) => numberText(figure, format);
  const sum = (figure: number, amount: string) => `${number(figure)} · ${moneyText(amount, format)}`;
  return [
    [
      say(TEXTS.waiting),
      [
        [say(TEXTS.reviews), number(of.waiting.reviews)],
        [say(TEXTS.transfers), sum(of.waiting.cash_transfers, of.waiting.cash_in_transit)],
        [say(TEXTS.leaves), number(of.waiting.leaves)],
        [say(TEXTS.advances), sum(of.waiting.advances, of.waiting.advances_amount)],
        [say(TEXTS.tickets), number(of.tickets.open)],
      ],
    ],
    [
      say(TEXTS.network),
      [
        [say(TEXTS.online), number(of.network.active_sessions)],
        [say(TEXTS.routers_offline), number(of.network.routers_offline)],
        [say(TEXTS.los), number(of.network.onus_los)],
      ],
    ],
  ];
}

/** The figures in sections, as the paper and the mail say them. */
export function sectionsOf(paper: DashboardPaper): Section[] {
  const { dashboard: of, day, language, format } = paper;
  const say = (pair: Pair) => textIn(language, pair);
  const money = (amount: string) => moneyText(amount, format);
  const number = (figure: number) => numberText(figure, format);
  const before = of.collections.series.find(({ date }) => date === addDays(day, -1))?.amount ?? "0";
  const ages = of.dues.ageing.map(({ bucket, amount }): Row => [say(AGES[bucket]), money(amount)]);
  const moved = of.mrr_movements.movements.map(
    ({ movement, customers, amount }): Row => [
      `${say(MOVEMENTS[movement])} (${number(customers)})`,
      money(amount),
    ],
  );
  return [
    [
      say(TEXTS.collected),
      [
        [say(TEXTS.today), money(of.collections.today)],
        [say(TEXTS.yesterday), money(before)],
        [say(TEXTS.this_month), money(of.collections.this_month)],
        [say(TEXTS.compared), money(of.compared.amount)],
      ],
    ],
    [say(TEXTS.dues), [...ages, [say(TEXTS.total), money(of.dues.total)]]],
    [
      say(TEXTS.mrr),
      [
        [say(TEXTS.start), money(of.mrr_movements.start)],
        ...moved,
        [say(TEXTS.now), money(of.mrr)],
        [say(TEXTS.arpu), money(of.arpu)],
      ],
    ],
    [
      say(TEXTS.customers),
      [
        [say(TEXTS.active), number(of.customers.active)],
        [say(TEXTS.suspended), number(of.customers.suspended)],
        [say(TEXTS.expired), number(of.customers.expired)],
        [say(TEXTS.churn), number(of.churn.customers)],
        [say(TEXTS.joined), number(of.customers.new_this_month)],
      ],
    ],
    [
      say(TEXTS.cash),
      [
        ...of.cash.holders
          .slice(0, 4)
          .map(({ holder, name, amount }): Row => [name ?? holder, money(amount)]),
        [say(TEXTS.total), money(of.cash.total)],
      ],
    ],
    ...workOf(paper),
  ];
}

function write(sheet: Sheet, paper: DashboardPaper): void {
  sheet.head(paper.company, textIn(paper.language, TEXTS.title));
  sheet.write(dayText(paper.day, paper.format.locale), MARGIN, { faint: true });
  for (const [title, rows] of sectionsOf(paper)) {
    sheet.down(20);
    sheet.write(title, MARGIN, { bold: true });
    sheet.down(5);
    sheet.rule();
    for (const [name, value] of rows) {
      sheet.down(13);
      sheet.write(name, MARGIN);
      sheet.write(value, RIGHT, { right: true });
    }
  }
}

export function dashboardPdf(paper: DashboardPaper): Promise<Uint8Array> {
  const title = textIn(paper.language, TEXTS.title);
  return sheetPdf({ title, made_at: new Date(), language: paper.language }, (sheet) => write(sheet, paper));
}
