// The parts of the billing area that later areas' screens are made of.

export { CsvButton } from "./accounts/csv-button.tsx";
export { HolderInput } from "./cash/holder-input.tsx";
export { HolderText } from "./cash/holder-text.tsx";
export { JournalLines } from "./corrections/journal-lines.tsx";
export { AgedOn } from "./month-end/aged-on.tsx";
export { AgeingCard } from "./month-end/ageing-card.tsx";
export { BatchCard, RunningTask } from "./month-end/batch-card.tsx";
export { CollectionsCard } from "./month-end/collections-card.tsx";
export { Debtors } from "./month-end/debtors.tsx";
export { LockCard } from "./month-end/lock-card.tsx";
export { collections, monthChoices } from "./month-end/month-figures.ts";
export { MonthInvoices } from "./month-end/month-invoices.tsx";
export { RunsCard } from "./month-end/runs-card.tsx";
export { TaxCard } from "./month-end/tax-card.tsx";
export { useAgedDues } from "./month-end/use-aged-dues.ts";
export { isOpen as isOpenBatch, useBatch, useBatchPreview } from "./month-end/use-batch.ts";
export { Download } from "./statements/download.tsx";
