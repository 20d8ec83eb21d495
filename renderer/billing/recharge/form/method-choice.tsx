// How the money comes in; M goes to the next one.
import { Box, Group, Kbd, SegmentedControl, Text } from "@mantine/core";
import { recharge } from "../../../../shared/billing/index.ts";
import { useResourceWords, useWords } from "../../../kernel/i18n/index.ts";
import { METHODS, type Method } from "./payment-draft.ts";

export function MethodChoice({ method, onChange }: { method: Method; onChange: (method: Method) => void }) {
  const t = useWords();
  const recharges = useResourceWords(recharge);
  return (
    <Box>
      <Group justify="space-between" mb={4}>
        <Text fz="sm" fw={500} id="payment-method">
          {t("payment.method")}
        </Text>
        <Kbd size="xs" aria-hidden>
          M
        </Kbd>
      </Group>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby="payment-method"
        aria-keyshortcuts="M"
        value={method}
        onChange={(value) => onChange(value as Method)}
        data={METHODS.map((value) => ({ value, label: recharges.choice("method", value) }))}
      />
    </Box>
  );
}
