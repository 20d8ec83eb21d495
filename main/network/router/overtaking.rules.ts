// Which jobs of one router must keep their order: what was leased later knows more, and has the last word.
import type { DesiredState } from "../../../shared/network/agent-wire.ts";

const isAboutRows = ({ complete, users, remove, profiles }: DesiredState): boolean =>
  complete || users.length + remove.length + profiles.length > 0;

const customersOf = ({ users, remove }: DesiredState): Set<string> =>
  new Set([...users, ...remove].map(({ customer_id }) => customer_id));

/** Whether the two want a profile, or what a package is called on the router, otherwise. */
function profilesDiffer(earlier: DesiredState, later: DesiredState): boolean {
  return later.profiles.some((now) =>
    earlier.profiles.some(
      (was) =>
        was.connection === now.connection &&
        (was.name === now.name || was.package_id === now.package_id) &&
        JSON.stringify(was) !== JSON.stringify(now),
    ),
  );
}

/** Whether the earlier job, carried out after the later one, could write an older state over a newer. */
export function wouldUndo(earlier: DesiredState, later: DesiredState): boolean {
  if (!isAboutRows(earlier) || !isAboutRows(later)) return false;
  if (earlier.complete || later.complete) return true;
  const customers = customersOf(later);
  return [...customersOf(earlier)].some((id) => customers.has(id)) || profilesDiffer(earlier, later);
}
