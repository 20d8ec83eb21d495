// A package's form: a new one begins with the default tax, one that is left without a tax has none; of a new price it is said whom it
// reaches.
import { useMemo } from "react";
import { defaultCode } from "../../../shared/billing/tax/tax.rules.ts";
import { servicePackage } from "../../../shared/subscribers/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { RecordDialog } from "../../kernel/resource/form/record-dialog.tsx";
import type { FormProps } from "../../kernel/resource/resource-options.ts";
import type { Writer } from "../../kernel/resource/source/use-writer.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { RepricedNotice } from "./repriced-notice.tsx";

export function PackageForm({ record, writer, onClose }: FormProps) {
  // Who may not see the taxes leaves it to the server.
  const seesTaxes = useSession(({ can }) => can("finance.tax_code.view"));
  const codes = useRows("tax_codes", seesTaxes ? {} : null);
  const saying = useMemo<Writer>(
    () => (seesTaxes ? { ...writer, create: (body) => writer.create({ tax_code: null, ...body }) } : writer),
    [writer, seesTaxes],
  );
  if (record === null && seesTaxes && codes === undefined) return null;
  const defaults = { tax_code: defaultCode(codes ?? []) ?? undefined };
  return (
    <RecordDialog
      resource={servicePackage}
      record={record}
      defaults={defaults}
      notice={RepricedNotice}
      writer={saying}
      onClose={onClose}
    />
  );
}
