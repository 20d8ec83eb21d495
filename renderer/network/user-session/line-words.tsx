// Whether a line is up, and for how long, in words; while records arrive it is not known to be down.
import type { UserSession } from "../../../shared/network/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { durationText } from "../../kernel/money-format.ts";
import { Known } from "../../kernel/screen/arriving.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { sessionSeconds } from "./session-age.ts";

export function LineWords({ session }: { session: UserSession | undefined }) {
  const t = useWords();
  const { locale } = useFormat();
  if (!session) return <Known width={70}>{t("customer.line_down")}</Known>;
  return t("customer.line_up", { duration: durationText(sessionSeconds(session, new Date()), locale) });
}
