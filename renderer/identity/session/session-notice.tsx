// Why the session was closed from elsewhere.
import { Alert } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useWords } from "../../kernel/i18n/index.ts";
import { useSession } from "../../kernel/session/session-store.ts";

export function SessionNotice() {
  const t = useWords();
  const notice = useSession((session) => session.notice);
  if (notice === null) return null;
  const words = {
    revoked: t("notice.revoked"),
    "revoked-with-work-left": t("notice.revoked_work_left"),
    wiped: t("notice.wiped"),
    ended: t("notice.ended"),
    "ended-with-work-left": t("notice.ended_work_left"),
    "other-tenant": t("notice.other_tenant"),
    "store-gone": t("notice.store_gone"),
  }[notice];
  return (
    <Alert color="orange" icon={<IconInfoCircle size={18} />} role="status">
      {words}
    </Alert>
  );
}
