// What an ONU's page begins with: whose it is, and all that a customer's line shows of it.
import { Anchor, Paper, Stack } from "@mantine/core";
import { Link } from "react-router";
import { type Onu, onu as onuResource } from "../../../shared/network/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { useMayOpen } from "../../kernel/resource/pages.ts";
import { Fact } from "../../kernel/screen/parts.tsx";
import { OnuBody } from "./onu-panel.tsx";

export function OnuHead({ record }: { record: Onu }) {
  const t = useWords();
  const words = useResourceWords(onuResource);
  const mayOpen = useMayOpen("customers");
  const customer = useRecord("customers", record.customer);
  const name = customer?.name ?? (record.customer === null ? t("tree.no_customer") : "—");
  return (
    <Paper p="md" component="section" aria-label={words.field("signal")}>
      <Stack gap="md">
        <OnuBody
          onu={record}
          facts={
            <Fact label={words.field("customer")}>
              {customer && mayOpen ? (
                <Anchor component={Link} to={`/customers/${customer.id}?tab=line`} inherit>
                  {name}
                </Anchor>
              ) : (
                name
              )}
            </Fact>
          }
        />
      </Stack>
    </Paper>
  );
}
