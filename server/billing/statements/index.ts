// What the books say, for those who read books: balance sheet, profit and loss, the journal as a file, customers' statements.
import { statementRoute } from "./customer-statement.ts";
import { balanceSheetRoute, profitAndLossRoute } from "./financial-statements.ts";
import { generalLedgerRoute } from "./general-ledger.ts";

export const statementRoutes = [balanceSheetRoute, profitAndLossRoute, generalLedgerRoute, statementRoute];
