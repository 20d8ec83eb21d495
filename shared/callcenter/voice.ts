// Automated calls: the gateway that makes them, what they say, and to whom.
import { z } from "zod";
import { choice, count, flag, json, nullable, prose, reference, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { resource } from "../kernel/resource.ts";
import { backgroundTask } from "../platform/index.ts";
import { DISPOSITIONS } from "./call-log.ts";
import { TEMPLATE_TYPES } from "./script.rules.ts";

export const voiceSetting = resource({
  name: "voice_setting",
  path: "voice-settings",
  area: "callcenter",
  module: "callcenter",
  summary: "A telephony provider's gateway, which calls customers",
  fields: {
    provider_name: text({ required: true }),
    /** Takes one POST per call. */
    api_endpoint: text({
      required: true,
      max: 500,
      pattern: /^https?:\/\/\S+$/i,
      hint: "An address that begins with http",
    }),
    /** What the called person's telephone shows. */
    caller_id: nullable(text({ max: 40 })),
    /** Sent as `Authorization`: as it is where it has a blank ("Basic …"), else as a bearer token. */
    credentials: nullable(
      text({
        secret: true,
        max: 2_000,
        pattern: /^[\x21-\x7e]+( [\x21-\x7e]+)?$/,
        hint: "Printable characters",
      }),
    ),
    /** One at most in a tenant; the first one is, unless it is said. */
    is_active: flag(),
    calls_per_minute: count({ min: 1, max: 6_000, initial: 60 }),
    /** How long it may take to answer; a call that it does not answer in time is asked for again. */
    answer_seconds: count({ min: 1, max: 60, initial: 10 }),
    /** Handed to the gateway with each call, whatever it makes of it. */
    ivr_config: nullable(json(z.record(z.string(), z.unknown()))),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["provider_name"],
  order: ["provider_name"],
  title: "provider_name",
});

export const voiceSettingVerbs = plainOperations(voiceSetting, {
  create: { failures: ["ADDRESS_NOT_ALLOWED"] },
  update: { failures: ["ADDRESS_NOT_ALLOWED", "PASSWORD_REQUIRED"] },
});

export const voiceTemplate = resource({
  name: "voice_template",
  path: "voice-templates",
  area: "callcenter",
  module: "callcenter",
  summary: "What an automated call says",
  fields: {
    name: text({ required: true }),
    /** May say {name}, {due_amount}, {expiry_date} and {company_name}. */
    script_text: prose({ required: true, max: 2_000 }),
    /** Where the gateway finds a recording to play in place of reading the text. */
    audio_file: nullable(text({ max: 500 })),
    template_type: choice(TEMPLATE_TYPES, { required: true }),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["name"],
  order: ["name"],
  replica: true,
});

export const voiceTemplateVerbs = plainOperations(voiceTemplate);

/** It tells of a customer what the list of customers shows. */
const CUSTOMERS = ["subscribers.customer.view"] as const;

export const previewVoiceTemplate = operation({
  on: voiceTemplate,
  name: "preview",
  summary: "What a call would say to a customer",
  allows: "Preview what an automated call says to a customer",
  further_permissions: CUSTOMERS,
  input: z.strictObject({ customer: reference("customer", { required: true }) }),
  output: z.object({ text: z.string() }),
});

const filterValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

/** Answers the task as invoices/generate-batch/ does; it is followed at /background-tasks/{task_id}/. */
export const broadcastVoiceTemplate = operation({
  on: voiceTemplate,
  name: "broadcast",
  summary: "Call all customers of a filter through the active gateway, at its pace",
  allows: "Call many customers automatically",
  further_permissions: CUSTOMERS,
  input: z.strictObject({
    /** As the query of /customers/: {"status": "ACTIVE", "has_due": true}; {} is everybody. */
    filter: z.record(z.string(), filterValue),
  }),
  output: z.object({
    success: z.literal(true),
    task_id: z.uuid(),
    status: z.string(),
    async: z.literal(true),
  }),
  status: 202,
  failures: ["NO_VOICE_SETTING", "SUBSCRIPTION_ENDED"],
  changes: ["background_tasks"],
});

export const BROADCAST = "voice-broadcast";

export const stopBroadcast = operation({
  on: backgroundTask,
  area: "callcenter",
  name: "cancel",
  summary: "Stop a broadcast: who was not called yet is not called",
  permission: "callcenter.voice_template.broadcast",
  input: z.strictObject({}),
  failures: ["ILLEGAL_TRANSITION"],
});

/** What a gateway may say of a call at once, in the JSON that it answers; whatever else it says is its own. */
export const gatewayAnswer = z.object({
  disposition: z.enum(DISPOSITIONS).nullable().catch(null),
  duration_seconds: z.int().min(0).max(86_400).catch(0),
});
export type GatewayAnswer = z.output<typeof gatewayAnswer>;
