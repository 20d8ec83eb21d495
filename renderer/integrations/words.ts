// Words of what a company's own programs are told.
import { inboundCall, webhookDelivery, webhookEndpoint, webhookEvent } from "../../shared/integrations/index.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

export const webhookEndpointWords = words(webhookEndpoint, {
  one: ["webhook", "ওয়েবহুক"],
  many: ["webhooks", "ওয়েবহুক"],
  fields: {
    url: ["Address", "ঠিকানা"],
    description: ["Description", "বিবরণ"],
    events: ["What it is told", "যা জানানো হয়"],
    role: ["Role", "ভূমিকা"],
    is_active: ["Switched on", "চালু"],
    state: ["State", "অবস্থা"],
    disabled_reason: ["Why it is off", "কেন বন্ধ"],
    failing_since: ["Failing since", "ব্যর্থ হচ্ছে যখন থেকে"],
    last_success_at: ["Last success", "শেষ সফল"],
    old_secret_until: ["Old secret ends", "পুরোনো কোড শেষ"],
  },
  choices: {
    state: { ACTIVE: ["On", "চালু"], DISABLED: ["Off", "বন্ধ"] },
    disabled_reason: {
      GONE: ["It answered that it is gone (410)", "জানিয়েছে যে আর নেই (410)"],
      FAILING: ["Nothing arrived for five days", "পাঁচ দিন কিছু পৌঁছায়নি"],
      BY_HAND: ["Switched off by hand", "হাতে বন্ধ করা"],
    },
  },
  hints: {
    url: ["https://…, signed by the Standard Webhooks", "https://…, Standard Webhooks অনুযায়ী সই করা"],
    role: ["What this role may not see is not sent.", "এই ভূমিকা যা দেখতে পারে না তা পাঠানো হয় না।"],
  },
  operations: {
    rotate_secret: ["New secret", "নতুন গোপন কোড"],
    test: ["Send a test", "পরীক্ষা পাঠান"],
    enable: ["Switch on", "চালু করুন"],
    replay: ["Send a range again", "সময়সীমা ধরে আবার পাঠান"],
  },
  inputs: {
    secret: ["Secret", "গোপন কোড"],
    old_valid_hours: ["Hours for which the old one still signs too", "পুরোনোটি আর কত ঘণ্টা চলবে"],
    from: ["From", "থেকে"],
    to: ["To", "পর্যন্ত"],
    types: ["Events", "ঘটনা"],
    only_failed: ["Only what did not arrive", "শুধু যা পৌঁছায়নি"],
  },
  empty: [
    "A webhook tells another program what happens here, at once and signed.",
    "ওয়েবহুক অন্য প্রোগ্রামকে এখানে যা ঘটে তা সাথে সাথে সই করে জানায়।",
  ],
});

export const webhookDeliveryWords = words(webhookDelivery, {
  one: ["delivery", "ডেলিভারি"],
  many: ["deliveries", "ডেলিভারি"],
  fields: {
    event: ["Event", "ঘটনা"],
    endpoint: ["Webhook", "ওয়েবহুক"],
    type: ["What happened", "যা ঘটেছে"],
    attempt: ["Attempts", "চেষ্টা"],
    status: ["State", "অবস্থা"],
    response_status: ["Answer", "উত্তর"],
    response_head: ["Beginning of the answer", "উত্তরের শুরু"],
    duration_ms: ["Milliseconds", "মিলিসেকেন্ড"],
    error: ["Why there was no answer", "কেন উত্তর আসেনি"],
    next_at: ["Next attempt", "পরের চেষ্টা"],
    is_replay: ["Sent again", "আবার পাঠানো"],
  },
  choices: {
    status: {
      PENDING: ["On its way", "পথে"],
      SUCCEEDED: ["Arrived", "পৌঁছেছে"],
      FAILED: ["Failed", "ব্যর্থ"],
    },
  },
});

export const webhookEventWords = words(webhookEvent, {
  one: ["event", "ঘটনা"],
  many: ["events", "ঘটনা"],
  fields: {
    type: ["What happened", "যা ঘটেছে"],
    timestamp: ["Time", "সময়"],
    record: ["Record", "রেকর্ড"],
    body: ["What is sent", "যা পাঠানো হয়"],
  },
  operations: { replay: ["Send again", "আবার পাঠান"] },
  inputs: { endpoint: ["Webhook; empty: all that want it", "ওয়েবহুক; খালি: যারা চায় সবাই"] },
});

export const inboundCallWords = words(inboundCall, {
  one: ["inbound call", "আসা কল"],
  many: ["inbound calls", "আসা কল"],
  fields: {
    source: ["Of a", "কার"],
    account: ["Account", "অ্যাকাউন্ট"],
    received_at: ["Received", "এসেছে"],
    address: ["From address", "যে ঠিকানা থেকে"],
    verdict: ["Judged", "যাচাই"],
    status: ["State", "অবস্থা"],
    attempts: ["Attempts", "চেষ্টা"],
    next_try_at: ["Next attempt", "পরের চেষ্টা"],
    last_error: ["What was wrong", "কী সমস্যা"],
    payment_events: ["Payments", "পেমেন্ট"],
    headers: ["Headers", "হেডার"],
    body: ["As it came", "যেমন এসেছে"],
  },
  choices: {
    source: { GATEWAY: ["Payment gateway", "পেমেন্ট গেটওয়ে"], CHANNEL: ["Message channel", "বার্তার চ্যানেল"] },
    verdict: {
      VERIFIED: ["Proven", "প্রমাণিত"],
      CONFIRM_NEEDED: ["To be confirmed", "নিশ্চিত করতে হবে"],
      BAD_SIGNATURE: ["Not signed by the provider", "প্রদানকারীর সই নেই"],
      STALE: ["Signed too long ago", "অনেক আগের সই"],
      UNREADABLE: ["Can't be read", "পড়া যায় না"],
      HANDSHAKE: ["Sets up the line", "সংযোগ স্থাপন"],
    },
    status: {
      RECEIVED: ["Received", "এসেছে"],
      APPLIED: ["Applied", "প্রয়োগ হয়েছে"],
      IGNORED: ["Ignored", "উপেক্ষিত"],
      WAITING: ["Waits", "অপেক্ষায়"],
      FAILED: ["Failed", "ব্যর্থ"],
    },
  },
  operations: { apply_again: ["Apply again", "আবার প্রয়োগ করুন"] },
});
