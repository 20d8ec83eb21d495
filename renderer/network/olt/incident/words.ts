// Words of outages: what happened, what to do about it, and whom to tell.
import { dictionary } from "../../../kernel/i18n/dictionary.ts";

export const incidentTexts = dictionary({
  "incident.open": ["{{n}} outages now", "এখন {{n}}টি বিভ্রাট"],
  "incident.open_one": ["One outage now", "এখন একটি বিভ্রাট"],
  "incident.concerns": [
    "customers: {{customers}} · ONUs down: {{onus}}",
    "গ্রাহক: {{customers}} · বন্ধ ONU: {{onus}}",
  ],
  "incident.tell": [
    "Tell the customers before they call: one fault, no visits to single homes.",
    "ফোন করার আগেই গ্রাহকদের জানান: একটিই সমস্যা, আলাদা বাসায় যাওয়ার দরকার নেই।",
  ],
  "incident.all": ["All open outages", "সব চলমান বিভ্রাট"],
  "incident.port_of": ["port {{port}} of {{olt}}", "{{olt}}-এর পোর্ট {{port}}"],
  "incident.said.POWER": ["Power failure at {{where}}", "{{where}}: বিদ্যুৎ নেই"],
  "incident.said.FIBRE": ["Fibre cut at {{where}}", "{{where}}: ফাইবার কাটা"],
  "incident.said.PORT_DOWN": ["Down: {{where}}", "বন্ধ: {{where}}"],
  "incident.said.OLT_DOWN": ["Down: {{where}}", "বন্ধ: {{where}}"],
  "incident.lasted": ["{{what}}, from {{from}} to {{to}}", "{{what}}, {{from}} থেকে {{to}} পর্যন্ত"],
  "incident.still_down": ["{{down}} of {{onus}} ONUs are down", "{{onus}}টি ONU-র {{down}}টি বন্ধ"],
  "incident.all_down": ["{{onus}} ONUs are down", "{{onus}}টি ONU বন্ধ"],
  "incident.were_down": ["{{onus}} ONUs were down", "{{onus}}টি ONU বন্ধ ছিল"],
  "incident.may_be_down": [
    "{{onus}} ONUs were on-line when it was read last",
    "শেষবার পড়ার সময় {{onus}}টি ONU অনলাইন ছিল",
  ],
  "incident.customers": ["customers concerned: {{n}}", "ক্ষতিগ্রস্ত গ্রাহক: {{n}}"],
  "incident.next.POWER": [
    "The ONUs said that their power goes: nothing to repair. The lines are back with the power.",
    "ONU-গুলো বিদ্যুৎ যাওয়ার কথা জানিয়েছে: মেরামতের কিছু নেই। বিদ্যুৎ এলে লাইন ফিরবে।",
  ],
  "incident.next.FIBRE": [
    "The light was gone without a word from the ONUs: send the crew to the trunk, before the first splitter that is dark.",
    "ONU কিছু না জানিয়েই আলো গেছে: মূল তারে লোক পাঠান, প্রথম অন্ধকার স্প্লিটারের আগে দেখতে বলুন।",
  ],
  "incident.next.PORT_DOWN": [
    "The OLT does not say whether power or light is missing: ask a customer for power, then look at the port's module.",
    "বিদ্যুৎ না আলো নেই, OLT তা বলছে না: একজন গ্রাহককে বিদ্যুতের কথা জিজ্ঞাসা করুন, তারপর পোর্টের মডিউল দেখুন।",
  ],
  "incident.next.OLT_DOWN": [
    "Look at the OLT's power and uplink first. Where only the way to it is broken its customers are well.",
    "আগে OLT-এর বিদ্যুৎ ও আপলিংক দেখুন। শুধু সেখানে যাওয়ার পথ নষ্ট হলে গ্রাহকদের লাইন ঠিকই আছে।",
  ],
  "incident.lasts": ["Lasts", "চলছে"],
  "incident.lasted_for": ["Lasted", "স্থায়ী ছিল"],
  "incident.show_port": ["Show the port", "পোর্ট দেখান"],
  "incident.show_olt": ["Show the OLT's ONUs", "OLT-এর ONU দেখান"],
  "incident.whom": ["Whom it concerns", "যাঁদের সমস্যা"],
  "incident.standing": ["Which of them", "কোনগুলো"],
  "incident.standing.all": ["All ({{n}})", "সব ({{n}})"],
  "incident.standing.down": ["Still down ({{n}})", "এখনো বন্ধ ({{n}})"],
  "incident.standing.back": ["Back ({{n}})", "ফিরেছে ({{n}})"],
  "incident.copy_phones": ["Copy phone numbers ({{n}})", "ফোন নম্বর কপি করুন ({{n}})"],
  "incident.phone": ["Phone", "ফোন"],
  "incident.area": ["Area", "এলাকা"],
  "incident.light_now": ["Light now", "এখনকার আলো"],
  "incident.light_before": ["Before (dBm)", "আগে (dBm)"],
  "incident.nobody": ["None of its ONUs is known here.", "এর কোনো ONU এখানে জানা নেই।"],
});
