// What a delivery's page begins with: what is sent, of its event.
import { type WebhookDelivery, type WebhookEvent, webhookEvent } from "../../shared/integrations/index.ts";
import { useAsk } from "../kernel/connection/server-answers.ts";
import { Trouble } from "../kernel/screen/parts.tsx";
import { Sent } from "./sent.tsx";

export function DeliveryHead({ record }: { readonly record: WebhookDelivery }) {
  const { data, error } = useAsk<WebhookEvent>(`/api/v1/${webhookEvent.path}/${record.event}/`);
  if (error) return <Trouble error={error} />;
  return data ? <Sent event={data} /> : null;
}
