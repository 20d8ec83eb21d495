// The call centre: calls, what automated calls say, and the gateway that makes them.

import { createElement } from "react";
import {
  broadcastVoiceTemplate,
  callLog,
  voiceSetting,
  voiceTemplate,
} from "../../shared/callcenter/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../kernel/screen/later-icon.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";
import type { Screen } from "../kernel/screen/screens.ts";
import { useSession } from "../kernel/session/session-store.ts";
import { tidyPhone } from "../subscribers/index.ts";

const BroadcastDialog = lazily(() => import("./broadcast-dialog.tsx"), "BroadcastDialog");
const Broadcasts = lazily(() => import("./broadcasts.tsx"), "Broadcasts");

const WhoseNumber = lazily(() => import("./calls/whose-number.tsx"), "WhoseNumber");

const CallbacksPage = lazily(() => import("./calls/callbacks-page.tsx"), "CallbacksPage");

export const callcenterScreens = [
  {
    path: "callbacks",
    element: createElement(CallbacksPage),
    nav: { label: "nav.callbacks", icon: laterIcon("IconPhoneCall"), key: "F9" },
    permission: "callcenter.call_log.view",
  } satisfies Screen,
  ...resourceScreen(callLog, {
    icon: laterIcon("IconPhone"),
    columns: [
      "phone_number",
      "customer",
      "call_type",
      "disposition",
      "started_at",
      "duration_seconds",
      "agent",
    ],
    filters: ["customer", "call_type", "disposition", "started_at"],
    widths: {
      phone_number: 160,
      customer: 150,
      call_type: 110,
      disposition: 150,
      duration_seconds: 90,
      agent: 130,
    },
    groups: [
      { fields: ["customer", "phone_number", "call_type", "disposition", "notes"] },
      { fields: ["callback_at", "started_at", "duration_seconds", "agent", "recording_url"], more: true },
    ],
    without: ["broadcast"],
    on: ["customer"],
    formProps: {
      tidy: (name, text) =>
        name === "phone_number"
          ? tidyPhone(text, String(useSession.getState().identity?.settings.phone_country ?? ""))
          : text,
      notice: WhoseNumber,
    },
  }),
  ...resourceScreen(voiceTemplate, {
    icon: laterIcon("IconMicrophone"),
    for: "callcenter.voice_template.broadcast",
    columns: ["name", "template_type", "script_text"],
    actions: [
      { operation: broadcastVoiceTemplate, icon: laterIcon("IconPhoneOutgoing"), dialog: BroadcastDialog },
    ],
    detail: Broadcasts,
  }),
  ...resourceScreen(voiceSetting, {
    icon: laterIcon("IconServerBolt"),
    columns: ["provider_name", "api_endpoint", "caller_id", "calls_per_minute", "is_active"],
    formProps: { defaults: { is_active: true, calls_per_minute: 60, answer_seconds: 10 } },
  }),
];
