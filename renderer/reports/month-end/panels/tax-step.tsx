// What the month owes to the state.
import { Box } from "@mantine/core";
import { TaxCard } from "../../../billing/index.ts";
import type { StepProps } from "../step-props.ts";

export function TaxStep({ end }: StepProps) {
  return (
    <Box maw={720}>
      <TaxCard month={end.month} />
    </Box>
  );
}
