// Whom a matter may be about: the customers found by the phone or name that was typed, or the one that it names.
import { Anchor, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { resourceNamed } from "../../../../shared/kernel/registry.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { useReplica } from "../../../kernel/replica-hooks.ts";
import { titleOf } from "../../../kernel/resource/fields.ts";
import { finderOf } from "../../../kernel/resource/finders.ts";
import type { ItemFacts } from "../review-rows.ts";

const SHOWN = 3;

export function LikelyCustomers({ facts }: { facts: ItemFacts }) {
  const t = useWords();
  const replica = useReplica();
  const customers = resourceNamed("customer");
  const find = customers && finderOf(customers);
  if (!customers || !find) return null;
  const found = [facts.phone, facts.name].flatMap((typed) => (typed ? find(replica, typed, SHOWN) : []));
  const likely = [...new Map(found.map((one) => [one.id, one])).values()].slice(0, SHOWN);
  if (likely.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text fz="sm" fw={600}>
        {t("sync.review.likely")}
      </Text>
      {likely.map((one) => (
        <Group key={one.id} gap="xs">
          <Anchor component={Link} to={`/customers/${one.id}`} fz="sm">
            {titleOf(customers, one)}
          </Anchor>
          <Text fz="sm" c="dimmed">
            {[one.customer_code, one.phone].filter(Boolean).join(" · ")}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
