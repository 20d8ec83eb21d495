// The call centre's public names.
import { operationsOf } from "../kernel/operation.ts";
import { callLog } from "./call-log.ts";
import { remindCustomers } from "./reminder.ts";
import {
  broadcastVoiceTemplate,
  previewVoiceTemplate,
  stopBroadcast,
  voiceSetting,
  voiceSettingVerbs,
  voiceTemplate,
} from "./voice.ts";

export * from "./call-log.ts";
export * from "./reminder.rules.ts";
export * from "./reminder.ts";
export * from "./script.rules.ts";
export * from "./voice.ts";
export * from "./waiting.rules.ts";

export const callcenterResources = [callLog, voiceTemplate, voiceSetting] as const;
export const callcenterOperations = operationsOf(callcenterResources, [
  ...Object.values(voiceSettingVerbs),
  previewVoiceTemplate,
  broadcastVoiceTemplate,
  stopBroadcast,
  remindCustomers,
]);
