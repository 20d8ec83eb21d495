// Giving money in suspense its end, from wherever its matter is looked at.
import { type ReactNode, Suspense, useCallback, useState } from "react";
import type { ReviewItem } from "../../../../shared/platform/index.ts";
import { useObservable, useReplica } from "../../../kernel/replica-hooks.ts";
import { type AssignSuspenseDialog, type End, factsOf, type Give } from "../review-rows.ts";

/** How the dialog is opened, and the dialog itself. */
export function useGiving(AssignSuspense: AssignSuspenseDialog): { give: Give; dialog: ReactNode } {
  const { commands } = useObservable(useReplica().outbox$);
  const [giving, setGiving] = useState<ReviewItem | null>(null);
  const [how, setHow] = useState<End>("customer");
  const [given, setGiven] = useState(false);
  const give = useCallback<Give>((item, end) => {
    setHow(end);
    setGiven(true);
    setGiving(item);
  }, []);
  // Loaded when it is first wanted, and kept then: a dialog that closes still moves.
  const dialog = given ? (
    <Suspense>
      <AssignSuspense
        how={how}
        item={giving}
        facts={giving && factsOf(giving, commands)}
        onClose={() => setGiving(null)}
      />
    </Suspense>
  ) : null;
  return { give, dialog };
}
