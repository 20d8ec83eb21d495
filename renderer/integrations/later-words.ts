// Texts of the webhooks' own parts.
import { dictionary } from "../kernel/i18n/dictionary.ts";

export const webhookTexts = dictionary({
  "webhook.all": ["Everything, also what later versions add", "সব, পরের সংস্করণে যা আসবে তাও"],
  "webhook.all_of": ["All of {{head}}", "{{head}}-এর সব"],
  "webhook.off": ["This webhook is switched off", "এই ওয়েবহুক বন্ধ"],
  "webhook.off_hint": [
    "Nothing is sent. Switched on again it gets what waits; send a range again for what it missed.",
    "কিছু পাঠানো হয় না। আবার চালু করলে যা অপেক্ষায় আছে তা পাবে; যা বাদ পড়েছে তার জন্য সময়সীমা ধরে আবার পাঠান।",
  ],
  "webhook.were_off": ["Switched off, since nothing arrived there", "কিছু পৌঁছায়নি বলে বন্ধ করা হয়েছে"],
  "webhook.replay_count": ["{{n}} events will be sent again", "{{n}}টি ঘটনা আবার পাঠানো হবে"],
  "webhook.replay_count_one": ["One event will be sent again", "একটি ঘটনা আবার পাঠানো হবে"],
  "webhook.replay_none": ["No event of this range would be sent", "এই সময়সীমার কোনো ঘটনা পাঠানো হবে না"],
  "webhook.sent": ["What is sent", "যা পাঠানো হয়"],
  "webhook.of_attempt": ["each attempt's own", "প্রতি চেষ্টার নিজের"],
  "webhook.not_sent": ["It was not sent to anybody yet.", "এখনো কাউকে পাঠানো হয়নি।"],
  "webhook.failing": ["Nothing has arrived since {{at}}", "{{at}} থেকে কিছু পৌঁছায়নি"],
  "webhook.two_secrets": [
    "Signed with the old secret as well until {{at}}",
    "{{at}} পর্যন্ত পুরোনো গোপন কোড দিয়েও সই করা হয়",
  ],
});
