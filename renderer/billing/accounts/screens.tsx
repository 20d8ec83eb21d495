// The books in the navigation of those who keep them.
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";
import type { Screen } from "../../kernel/screen/screens.ts";

const BooksPage = lazily(() => import("./books-page.tsx"), "BooksPage");
const EntriesPage = lazily(() => import("./entries-page.tsx"), "EntriesPage");
const JournalPage = lazily(() => import("./journal-page.tsx"), "JournalPage");

/** Who sees a customer's entries need not see the company's accounts. */
const permission = "reporting.report.view";

export const chartScreens: readonly Screen[] = [
  {
    path: "books",
    element: <BooksPage />,
    nav: { label: "nav.books", icon: laterIcon("IconBooks") },
    permission,
  },
  { path: "books/entries", element: <EntriesPage />, permission },
  { path: "books/journals/:id", element: <JournalPage />, permission },
];
