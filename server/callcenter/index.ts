// The call centre's door.
import { callcenterResources } from "../../shared/callcenter/index.ts";
import { servedArea } from "../kernel/served-area.ts";
import { broadcastTask } from "./broadcast.ts";
import { callLogOperations } from "./call-log.ts";
import { reminderOperations } from "./reminder.ts";
import { voiceSettingOperations } from "./voice-setting.ts";
import { voiceTemplateOperations } from "./voice-template.ts";

export const callcenter = servedArea(callcenterResources, {
  name: "callcenter",
  summary: "Calls with customers, by people and by a gateway, and reminders by mail",
  operations: [
    ...callLogOperations,
    ...voiceTemplateOperations,
    ...voiceSettingOperations,
    ...reminderOperations,
  ],
  tasks: [broadcastTask],
});
