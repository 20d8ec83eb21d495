// The first steps of a new company, at the counter until its packages, router and first customer are there.
import { Suspense, useState } from "react";
import { lazily } from "../../kernel/screen/lazily.tsx";
import type { OpenStep } from "./steps-card.tsx";
import { useSteps } from "./use-steps.ts";

// Most counters are no new company's.
const StepsCard = lazily(() => import("./steps-card.tsx"), "StepsCard");

export function FirstSteps() {
  const steps = useSteps();
  const [open, setOpen] = useState<OpenStep>(null);
  // A dialog that made the last thing missing closes by itself, not with the card.
  if (!steps.shown && open === null) return null;
  return (
    <Suspense>
      <StepsCard steps={steps} open={open} setOpen={setOpen} />
    </Suspense>
  );
}
