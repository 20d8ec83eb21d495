// What an event's page begins with: what is sent of it.
import type { WebhookEvent } from "../../shared/integrations/index.ts";
import { Sent } from "./sent.tsx";

export const EventHead = ({ record }: { readonly record: WebhookEvent }) => <Sent event={record} />;
