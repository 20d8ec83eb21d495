// The form of a role: its name, and what it is granted, as it was given.
import { OWNER } from "../../../shared/identity/default-roles.ts";
import { role } from "../../../shared/identity/role.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { RecordDialog } from "../../kernel/resource/form/record-dialog.tsx";
import type { FormProps } from "../../kernel/resource/resource-options.ts";
import { GrantsInput } from "./grants-input.tsx";
import { useHeld } from "./use-held.ts";

const INPUTS = { permissions: GrantsInput };

/** Which fields of a role can't be changed, and why. */
function useLocked(record: RecordOf<typeof role> | null) {
  const t = useWords();
  const held = useHeld();
  if (!record) return undefined;
  if (!record.granted.every(held)) return { fields: ["name", "permissions"], why: t("role.beyond") };
  if (!record.is_system_default) return undefined;
  const fields = record.name === OWNER ? ["name", "permissions"] : ["name"];
  return { fields, why: t(record.name === OWNER ? "role.owner_fixed" : "role.name_fixed") };
}

export function RoleForm({ record, writer, onClose }: FormProps) {
  const known = record as RecordOf<typeof role> | null;
  const locked = useLocked(known);
  return (
    <RecordDialog
      resource={role}
      record={record && known ? { ...record, permissions: known.granted } : null}
      groups={[{ fields: ["name"] }, { fields: ["permissions"] }]}
      inputs={INPUTS}
      {...(locked ? { locked } : {})}
      writer={writer}
      onClose={onClose}
    />
  );
}
