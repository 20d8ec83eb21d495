// Words of calling many customers.
import { dictionary } from "../kernel/i18n/dictionary.ts";

export const broadcastTexts = dictionary({
  "calls.title": ["Call customers: {{name}}", "গ্রাহকদের কল: {{name}}"],
  "calls.any": ["Any", "যেকোনো"],
  "calls.has_due": ["Only who owes something", "শুধু যাঁদের বকেয়া আছে"],
  "calls.will": ["{{n}} customers will be called", "{{n}} জন গ্রাহককে কল করা হবে"],
  "calls.more_than": ["More than {{n}} customers will be called", "{{n}} জনের বেশি গ্রাহককে কল করা হবে"],
  "calls.nobody": ["Nobody fits this", "এমন কোনো গ্রাহক নেই"],
  "calls.due_hint": [
    "Who has paid by the time of their turn is not called.",
    "নিজের পালা আসার আগে যিনি টাকা দিয়েছেন তাঁকে কল করা হবে না।",
  ],
  "calls.heard": ["What {{name}} hears", "{{name}} যা শুনবেন"],
  "calls.start": ["Start calling", "কল শুরু করুন"],
  "calls.running": ["Calling", "কল চলছে"],
  "calls.queued": ["Begins in a moment", "এখনই শুরু হবে"],
  "calls.of": ["{{done}} of {{total}}", "{{total}}-এর মধ্যে {{done}}"],
  "calls.leave": [
    "It goes on when you close this, and when the server is started anew.",
    "এটি বন্ধ করলেও, সার্ভার নতুন করে চালু হলেও কল চলতে থাকে।",
  ],
  "calls.stop": ["Stop the calls", "কল থামান"],
  "calls.outcome": [
    "{{called}} called, {{failed}} failed, {{skipped}} left out",
    "{{called}} জনকে কল হয়েছে, {{failed}}টি ব্যর্থ, {{skipped}} জন বাদ",
  ],
  "calls.latest": ["Latest broadcasts", "সাম্প্রতিক স্বয়ংক্রিয় কল"],
  "calls.see": ["See the calls", "কলগুলো দেখুন"],
  "calls.none": ["Nobody has been called yet.", "এখনো কাউকে কল করা হয়নি।"],
});
