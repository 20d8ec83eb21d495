// How much a role may do: "34 of 96".
import { expandPermissions, permissionCodes } from "../../../shared/identity/grants.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useFormat } from "../../kernel/use-format.ts";

export function GrantedCount({ granted }: { granted: readonly string[] }) {
  const t = useWords();
  const format = useFormat();
  const [n, all] = [expandPermissions(granted).size, permissionCodes().length];
  return (
    <span className="figures">{t("right.count", { n: format.number(n), all: format.number(all) })}</span>
  );
}
