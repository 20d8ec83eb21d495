// Words of the call centre's records.
import { callLog, voiceSetting, voiceTemplate } from "../../shared/callcenter/index.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

export const callLogWords = words(callLog, {
  one: ["call", "কল"],
  many: ["calls", "কল"],
  fields: {
    customer: ["Customer", "গ্রাহক"],
    phone_number: ["Phone number", "ফোন নম্বর"],
    call_type: ["Direction", "কলের দিক"],
    disposition: ["Outcome", "ফলাফল"],
    callback_at: ["Call back at", "যখন কল করতে হবে"],
    started_at: ["Time", "সময়"],
    duration_seconds: ["Length", "কতক্ষণ"],
    agent: ["Spoken by", "কথা বলেছেন"],
    notes: ["Notes", "নোট"],
    recording_url: ["Recording", "রেকর্ডিং"],
    broadcast: ["Broadcast", "স্বয়ংক্রিয় কল"],
    error: ["What was wrong", "কী সমস্যা"],
  },
  choices: {
    error: {
      ADDRESS_NOT_ALLOWED: [
        "The gateway's address is one that the server does not connect to",
        "গেটওয়ের ঠিকানায় সার্ভার সংযোগ করে না",
      ],
      CONNECTION_REFUSED: [
        "Nothing answers at the gateway's address and port",
        "গেটওয়ের ঠিকানা ও পোর্টে কেউ সাড়া দেয় না",
      ],
      UNREACHABLE: ["The gateway can't be reached", "গেটওয়েতে পৌঁছানো যায় না"],
      SILENT: ["The gateway does not answer in time", "গেটওয়ে সময়মতো সাড়া দেয় না"],
      ENCRYPTION: ["No safe connection to the gateway", "গেটওয়ের সঙ্গে নিরাপদ সংযোগ হয় না"],
      NOT_THE_PROTOCOL: ["What answers at that address is no gateway", "ওই ঠিকানায় যা সাড়া দেয় তা গেটওয়ে নয়"],
      DECLINED: ["The gateway does not take this call", "গেটওয়ে এই কল নেয় না"],
      GATEWAY_TROUBLE: ["The gateway had trouble of its own", "গেটওয়ের নিজের সমস্যা হয়েছে"],
    },
    call_type: { INBOUND: ["They called", "তাঁরা করেছেন"], OUTBOUND: ["We called", "আমরা করেছি"] },
    disposition: {
      ANSWERED: ["Answered", "ধরেছেন"],
      NO_ANSWER: ["No answer", "ধরেননি"],
      BUSY: ["Busy", "ব্যস্ত"],
      CALLBACK: ["To be called back", "আবার কল করতে হবে"],
      RESOLVED: ["Resolved", "সমাধান হয়েছে"],
      COMPLAINT: ["Complaint", "অভিযোগ"],
    },
  },
  hints: { phone_number: ["The customer's, unless another is given", "না দিলে গ্রাহকের নম্বর"] },
  empty: ["Log a call when a customer has rung or was rung.", "গ্রাহকের সঙ্গে কল হলে তা এখানে লিখুন।"],
});

export const voiceTemplateWords = words(voiceTemplate, {
  one: ["voice template", "ভয়েস বার্তা"],
  many: ["voice templates", "ভয়েস বার্তা"],
  fields: {
    name: ["Name", "নাম"],
    script_text: ["What is said", "যা বলা হবে"],
    audio_file: ["Recording to play", "যে রেকর্ডিং বাজবে"],
    template_type: ["Kind", "ধরন"],
  },
  choices: {
    template_type: {
      BILL_DUE: ["Bill due", "বিল বকেয়া"],
      WELCOME: ["Welcome", "স্বাগত"],
      OUTAGE: ["Outage", "সংযোগ বিভ্রাট"],
    },
  },
  hints: {
    script_text: [
      "{name}, {due_amount}, {expiry_date} and {company_name} are filled in",
      "{name}, {due_amount}, {expiry_date} ও {company_name} নিজে থেকে বসে",
    ],
  },
  operations: { preview: ["Preview text", "বার্তা দেখুন"], broadcast: ["Call customers", "গ্রাহকদের কল করুন"] },
  empty: [
    "Write what an automated call shall say; then many customers can be called at once.",
    "স্বয়ংক্রিয় কলে যা বলা হবে তা লিখুন; তারপর একসঙ্গে অনেককে কল করা যাবে।",
  ],
});

export const voiceSettingWords = words(voiceSetting, {
  one: ["voice setting", "ভয়েস সেটিং"],
  many: ["voice settings", "ভয়েস সেটিং"],
  fields: {
    provider_name: ["Provider", "প্রদানকারী"],
    api_endpoint: ["Address of the gateway", "গেটওয়ের ঠিকানা"],
    caller_id: ["Number shown", "যে নম্বর দেখাবে"],
    credentials: ["Credentials", "প্রবেশের গোপন কোড"],
    is_active: ["In use", "চালু"],
    calls_per_minute: ["Calls a minute", "মিনিটে কল"],
    answer_seconds: ["Time to answer", "উত্তর দেওয়ার সময়"],
    ivr_config: ["Handed to the gateway", "গেটওয়েকে যা দেওয়া হয়"],
  },
  empty: [
    "Name the telephony gateway that is to call customers.",
    "যে টেলিফোন গেটওয়ে গ্রাহকদের কল করবে তা লিখুন।",
  ],
});
