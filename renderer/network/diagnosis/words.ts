// Words of the diagnosis of a customer's line: what is wrong, since when, and what helps.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const diagnosisTexts = dictionary({
  "diag.title": ["Diagnosis", "সমস্যা নির্ণয়"],
  "diag.steps": ["From the account to the fibre", "অ্যাকাউন্ট থেকে ফাইবার পর্যন্ত"],
  "diag.live": ["Live", "সরাসরি"],
  "diag.looking": ["Looking …", "দেখা হচ্ছে …"],
  "diag.as_known": ["Last known {{ago}}", "শেষ জানা {{ago}}"],
  "diag.seen": ["seen {{ago}}", "দেখা হয়েছে {{ago}}"],
  "diag.look_again": ["Look again", "আবার দেখুন"],

  "diag.since": ["{{what}} since {{when}}", "{{when}} থেকে {{what}}"],
  "diag.cut_on": ["{{what}}, cut on {{day}}", "{{what}}, {{day}} তারিখে বন্ধ"],
  "diag.until": ["{{what}} until {{day}}", "{{day}} পর্যন্ত {{what}}"],
  "diag.last_known": ["{{what}}: last known {{ago}}", "{{what}}: শেষ জানা {{ago}}"],
  "diag.due": ["{{due}} due", "{{due}} বকেয়া"],
  "diag.tries": ["{{n}} tries", "{{n}} বার চেষ্টা"],
  "diag.tries_one": ["{{n}} try", "{{n}} বার চেষ্টা"],
  "diag.address": ["address {{address}}", "ঠিকানা {{address}}"],

  "diag.name.account": ["Account", "অ্যাকাউন্ট"],
  "diag.name.router": ["Router", "রাউটার"],
  "diag.name.job": ["Router job", "রাউটারের কাজ"],
  "diag.name.session": ["Session", "সেশন"],
  "diag.name.onu": ["ONU", "ONU"],
  "diag.name.port": ["Neighbours on the port", "একই পোর্টের অন্যরা"],

  "diag.tone.good": ["all well", "সব ঠিক"],
  "diag.tone.idle": ["nothing to do", "করার কিছু নেই"],
  "diag.tone.waiting": ["waits", "অপেক্ষায়"],
  "diag.tone.warn": ["worth a look", "দেখা দরকার"],
  "diag.tone.bad": ["trouble", "সমস্যা"],
  "diag.tone.unknown": ["not known", "জানা নেই"],

  "diag.said.ACCOUNT_OPEN": ["Open", "চালু"],
  "diag.said.ROUTER_ONLINE": ["{{router}} answers", "{{router}} সাড়া দিচ্ছে"],
  "diag.said.JOB_DONE": ["Written to the router", "রাউটারে লেখা হয়েছে"],
  "diag.said.NO_JOB": ["Nothing was to be changed", "বদলানোর কিছু ছিল না"],
  "diag.said.NO_SESSION": ["Nobody is signed in", "কেউ যুক্ত নেই"],
  "diag.said.SIGNED_IN": ["Signed in", "যুক্ত আছে"],
  "diag.said.ONU_GOOD": ["Good light, {{rx}} dBm", "আলো ভালো, {{rx}} dBm"],
  "diag.said.ONU_NOT_READ": ["{{olt}} was not read", "{{olt}} পড়া যায়নি"],
  "diag.said.NO_ONU": ["No ONU is linked to this customer", "এই গ্রাহকের সাথে কোনো ONU যুক্ত নেই"],
  "diag.said.PORT_GOOD": [
    "All {{total}} on port {{port}} are online",
    "পোর্ট {{port}}-এর {{total}} জনই অনলাইন",
  ],
  "diag.said.PORT_SOME_DOWN": [
    "{{down}} of {{total}} on port {{port}} are down",
    "পোর্ট {{port}}-এর {{total}} জনের {{down}} জন বন্ধ",
  ],
  "diag.said.UNKNOWN": ["Not known here", "এখানে জানা নেই"],

  "diag.said.TERMINATED": ["The customer is terminated", "গ্রাহকের সংযোগ স্থায়ীভাবে বন্ধ"],
  "diag.said.SUSPENDED_BY_STAFF": ["Suspended by the staff", "কর্মী স্থগিত করেছেন"],
  "diag.said.UNPAID": ["Unpaid", "টাকা দেওয়া হয়নি"],
  "diag.said.NO_ROUTER": ["No router is chosen", "কোনো রাউটার বাছা হয়নি"],
  "diag.said.ROUTER_UNUSED": ["{{router}} is not in use", "{{router}} ব্যবহৃত হচ্ছে না"],
  "diag.said.ROUTER_OFFLINE": ["{{router}} is offline", "{{router}} অফলাইন"],
  "diag.said.ROUTER_NEVER_SEEN": ["{{router}} was never reached", "{{router}}-এ কখনো পৌঁছানো যায়নি"],
  "diag.said.AGENT_OFFLINE": [
    "The office computer that reads {{router}} is offline",
    "{{router}} পড়ে এমন অফিস কম্পিউটার অফলাইন",
  ],
  "diag.said.NO_PASSWORD": ["No password to write to the router", "রাউটারে লেখার মতো পাসওয়ার্ড নেই"],
  "diag.said.NO_ADDRESS": ["No address to write to the router", "রাউটারে লেখার মতো ঠিকানা নেই"],
  "diag.said.ON_TRIAL": ["The router is on trial: nothing is written", "রাউটার পরীক্ষামূলক: কিছু লেখা হয় না"],
  "diag.said.JOB_WAITING": ["Waits for the router", "রাউটারের অপেক্ষায়"],
  "diag.said.JOB_FAILED": ["The router did not take the change", "রাউটার পরিবর্তনটি নেয়নি"],
  "diag.said.JOB_CANCELLED": ["The change was cancelled", "পরিবর্তনটি বাদ দেওয়া হয়েছে"],
  "diag.said.ONLINE_UNWRITTEN": [
    "Online, but the last change did not reach the router",
    "অনলাইন, তবে শেষ পরিবর্তন রাউটারে পৌঁছায়নি",
  ],
  "diag.said.ONLINE": ["Online, all well", "অনলাইন, সব ঠিক"],
  "diag.said.STATIC_OPEN": ["Fixed address: nothing is dialled", "স্থায়ী ঠিকানা: ডায়াল করতে হয় না"],
  "diag.said.HOTSPOT_AWAY": ["Not signed in to the hotspot now", "এখন হটস্পটে যুক্ত নেই"],
  "diag.said.WRONG_PASSWORD": ["Wrong password", "ভুল পাসওয়ার্ড"],
  "diag.said.LOGIN_REFUSED": ["The router refuses the login", "রাউটার লগইন নিচ্ছে না"],
  "diag.said.NOT_ON_ROUTER": ["The router does not know this line", "রাউটার এই লাইন চেনে না"],
  "diag.said.CLOSED_ON_ROUTER": ["Paid, but closed on the router", "টাকা দেওয়া আছে, কিন্তু রাউটারে বন্ধ"],
  "diag.said.NEVER_CONNECTED": ["Never connected yet", "এখনো কখনো যুক্ত হয়নি"],
  "diag.said.NOT_DIALLING": [
    "Good light, but the customer's router does not dial in",
    "আলো ভালো, কিন্তু গ্রাহকের রাউটার ডায়াল করছে না",
  ],
  "diag.said.DOWN": ["Offline", "অফলাইন"],
  "diag.said.NOT_KNOWN": ["Who is online is not known here", "কে অনলাইন তা এখানে জানা নেই"],
  "diag.said.POWER_CUT": ["Power cut at the customer", "গ্রাহকের বাসায় বিদ্যুৎ নেই"],
  "diag.said.FIBRE_CUT": ["Fibre: no light", "ফাইবার: আলো নেই"],
  "diag.said.ONU_OFFLINE": ["The ONU is offline", "ONU অফলাইন"],
  "diag.said.ONU_DEACTIVATED": ["The ONU is switched off at the OLT", "OLT-এ ONU বন্ধ করা আছে"],
  "diag.said.ONU_RESTARTING": ["The ONU restarts", "ONU পুনরায় চালু হচ্ছে"],
  "diag.said.ONLINE_ONU_DARK": [
    "Online, yet the linked ONU shows no light",
    "অনলাইন, অথচ যুক্ত করা ONU-তে আলো নেই",
  ],
  "diag.said.ONLINE_ONU_UNREAD": [
    "Online; the ONU was dark and not read again",
    "অনলাইন; ONU-তে আলো ছিল না, আবার পড়া হয়নি",
  ],
  "diag.said.FIBRE_WEAK": ["Fibre: weak, {{rx}} dBm", "ফাইবার: দুর্বল, {{rx}} dBm"],
  "diag.said.FIBRE_CRITICAL": ["Fibre: hardly any light, {{rx}} dBm", "ফাইবার: আলো প্রায় নেই, {{rx}} dBm"],
  "diag.said.FIBRE_TOO_STRONG": ["Fibre: too strong, {{rx}} dBm", "ফাইবার: অতিরিক্ত আলো, {{rx}} dBm"],
  "diag.said.PORT_DOWN": [
    "The whole port {{port}} is down: {{down}} of {{total}} customers",
    "পুরো পোর্ট {{port}} বন্ধ: {{total}} জনের {{down}} জন",
  ],
  "diag.said.OLT_DOWN": ["{{olt}} is down", "{{olt}} বন্ধ"],

  "diag.next.TERMINATED": [
    "A terminated customer comes back only as a new one.",
    "বন্ধ করা গ্রাহক কেবল নতুন গ্রাহক হিসেবেই ফিরতে পারেন।",
  ],
  "diag.next.SUSPENDED_BY_STAFF": [
    "Ask whoever suspended it; resume when that is settled. A payment does not lift it.",
    "যিনি স্থগিত করেছেন তাঁকে জিজ্ঞাসা করুন; মিটে গেলে চালু করুন। টাকা দিলেও এটি খোলে না।",
  ],
  "diag.next.UNPAID": [
    "A recharge opens the line within seconds; grace opens it until a promised day.",
    "রিচার্জ করলে কয়েক সেকেন্ডেই লাইন খুলবে; সময় দিলে প্রতিশ্রুত দিন পর্যন্ত খোলা থাকবে।",
  ],
  "diag.next.NO_ROUTER": ["Choose the router in the customer's details.", "গ্রাহকের বিবরণে রাউটার বেছে দিন।"],
  "diag.next.ROUTER_UNUSED": [
    "Put the router into use, or choose another for the customer.",
    "রাউটারটি চালু করুন, বা গ্রাহকের জন্য অন্যটি বাছুন।",
  ],
  "diag.next.ROUTER_OFFLINE": [
    "All its customers are concerned: look at its power and uplink first.",
    "এর সব গ্রাহকেরই সমস্যা: আগে এর বিদ্যুৎ ও আপলিংক দেখুন।",
  ],
  "diag.next.ROUTER_NEVER_SEEN": [
    "Check its address and user, and that an office computer runs the network agent.",
    "এর ঠিকানা ও ব্যবহারকারী দেখুন, আর অফিসের কোনো কম্পিউটারে নেটওয়ার্ক এজেন্ট চলছে কি না।",
  ],
  "diag.next.AGENT_OFFLINE": [
    "The customer may well be online. Start the office computer; what was queued is done then.",
    "গ্রাহক হয়তো অনলাইনেই আছেন। অফিস কম্পিউটার চালু করুন; জমে থাকা কাজ তখন হয়ে যাবে।",
  ],
  "diag.next.NO_PASSWORD": ["Set the customer's password in the details.", "বিবরণে গ্রাহকের পাসওয়ার্ড দিন।"],
  "diag.next.NO_ADDRESS": ["Set the customer's IP address in the details.", "বিবরণে গ্রাহকের আইপি ঠিকানা দিন।"],
  "diag.next.ON_TRIAL": [
    "Switch the router to live when its plan looks right; until then change it by hand.",
    "পরিকল্পনা ঠিক মনে হলে রাউটারটি চালু ব্যবহারে দিন; তার আগে হাতে বদলান।",
  ],
  "diag.next.JOB_WAITING": [
    "Usually a matter of seconds. When it stays, look at the router's last error.",
    "সাধারণত কয়েক সেকেন্ড লাগে। না হলে রাউটারের শেষ ত্রুটি দেখুন।",
  ],
  "diag.next.JOB_FAILED": [
    "Put right what the router says, then try the job again.",
    "রাউটার যা বলছে তা ঠিক করে কাজটি আবার চেষ্টা করুন।",
  ],
  "diag.next.JOB_CANCELLED": [
    "Try the job again, or sync the router.",
    "কাজটি আবার চেষ্টা করুন, বা রাউটার সিঙ্ক করুন।",
  ],
  "diag.next.ONLINE_UNWRITTEN": [
    "Speed or terms may be the old ones: put right what the router says, then try the job again.",
    "গতি বা শর্ত পুরোনো থাকতে পারে: রাউটার যা বলছে তা ঠিক করে আবার চেষ্টা করুন।",
  ],
  "diag.next.ONLINE": [
    "Slow all the same? Look at the traffic, and try with a cable in place of Wi-Fi.",
    "তবু ধীর? ট্রাফিক দেখুন, আর Wi-Fi-এর বদলে তার দিয়ে চেষ্টা করুন।",
  ],
  "diag.next.STATIC_OPEN": [
    "Whether the customer's device uses the line shows in the ONU and the traffic alone.",
    "গ্রাহকের ডিভাইস লাইন ব্যবহার করছে কি না তা কেবল ONU ও ট্রাফিকে দেখা যায়।",
  ],
  "diag.next.HOTSPOT_AWAY": ["The customer signs in on the hotspot's page.", "গ্রাহক হটস্পটের পাতায় লগইন করবেন।"],
  "diag.next.WRONG_PASSWORD": [
    "Set the password anew, and type the same one into the customer's router.",
    "নতুন পাসওয়ার্ড দিন, আর গ্রাহকের রাউটারে সেটিই লিখুন।",
  ],
  "diag.next.LOGIN_REFUSED": [
    "See the router's log; another device may use the login, or the locked MAC address is not this one.",
    "রাউটারের লগ দেখুন; লগইনটি হয়তো অন্য ডিভাইসে চলছে, বা MAC ঠিকানা মেলে না।",
  ],
  "diag.next.NOT_ON_ROUTER": [
    "Sync the router: it then writes the line.",
    "রাউটার সিঙ্ক করুন: লাইনটি তখন লেখা হবে।",
  ],
  "diag.next.CLOSED_ON_ROUTER": [
    "Reconnect: the router opens the line again.",
    "আবার সংযোগ দিন: রাউটার লাইনটি খুলে দেবে।",
  ],
  "diag.next.NEVER_CONNECTED": [
    "Type username and password into the customer's router, and choose PPPoE there.",
    "গ্রাহকের রাউটারে ইউজারনেম ও পাসওয়ার্ড লিখুন, আর PPPoE বাছুন।",
  ],
  "diag.next.NOT_DIALLING": [
    "Ask the customer to switch the router off and on, and look at the cable between ONU and router.",
    "গ্রাহককে রাউটার বন্ধ করে চালু করতে বলুন, আর ONU ও রাউটারের মাঝের তার দেখুন।",
  ],
  "diag.next.DOWN": [
    "Ask for power and lights at the customer's devices; link the ONU to know more next time.",
    "গ্রাহকের ডিভাইসে বিদ্যুৎ ও বাতি আছে কি না জিজ্ঞাসা করুন; পরের বার বেশি জানতে ONU যুক্ত করুন।",
  ],
  "diag.next.NOT_KNOWN": [
    "Your role does not see sessions, or nothing has been read yet.",
    "আপনার ভূমিকায় সেশন দেখা যায় না, বা এখনো কিছু পড়া হয়নি।",
  ],
  "diag.next.POWER_CUT": [
    "Nothing to repair: the line is back with the power. Ask the customer to look at the ONU's adapter.",
    "মেরামতের কিছু নেই: বিদ্যুৎ এলে লাইন আসবে। গ্রাহককে ONU-র অ্যাডাপ্টার দেখতে বলুন।",
  ],
  "diag.next.FIBRE_CUT": [
    "Ask whether the red light blinks at the ONU; then send a technician with a power meter.",
    "ONU-তে লাল বাতি জ্বলছে কি না জিজ্ঞাসা করুন; তারপর পাওয়ার মিটারসহ টেকনিশিয়ান পাঠান।",
  ],
  "diag.next.ONU_OFFLINE": [
    "The OLT does not say why: ask for power and the red light at the ONU.",
    "OLT কারণ বলছে না: ONU-তে বিদ্যুৎ ও লাল বাতি আছে কি না জিজ্ঞাসা করুন।",
  ],
  "diag.next.ONU_DEACTIVATED": [
    "Somebody deactivated it at the OLT: activate it there.",
    "কেউ OLT-এ এটি বন্ধ করেছে: সেখানেই চালু করুন।",
  ],
  "diag.next.ONU_RESTARTING": ["Give it two or three minutes.", "দুই-তিন মিনিট সময় দিন।"],
  "diag.next.ONLINE_ONU_DARK": [
    "Both can't be: most likely another customer's ONU is linked here. Compare the serial number with the one on the device, and link the right one.",
    "দুটো একসাথে হয় না: সম্ভবত অন্য গ্রাহকের ONU এখানে যুক্ত। ডিভাইসের গায়ের সিরিয়াল মিলিয়ে সঠিকটি যুক্ত করুন।",
  ],
  "diag.next.ONLINE_ONU_UNREAD": [
    "The session began after the ONU's last reading: it is read again within a minute.",
    "ONU শেষবার পড়ার পরে সেশন শুরু হয়েছে: এক মিনিটের মধ্যে আবার পড়া হবে।",
  ],
  "diag.next.FIBRE_WEAK": [
    "Have connectors cleaned and bends looked for before it breaks off.",
    "লাইন পুরো যাওয়ার আগে কানেক্টর পরিষ্কার ও বাঁক খুঁজে দেখান।",
  ],
  "diag.next.FIBRE_CRITICAL": [
    "Send a technician: a bend, a dirty connector or a bad splice.",
    "টেকনিশিয়ান পাঠান: বাঁক, ময়লা কানেক্টর বা খারাপ জোড়া।",
  ],
  "diag.next.FIBRE_TOO_STRONG": [
    "An attenuator is missing: it harms the ONU in time.",
    "অ্যাটেনুয়েটর নেই: এতে একসময় ONU নষ্ট হয়।",
  ],
  "diag.next.PORT_DOWN": [
    "One fault for all of them: no visit to this customer. Tell the others before they call.",
    "সবার একই সমস্যা: এই গ্রাহকের বাসায় যাওয়ার দরকার নেই। অন্যদের ফোন করার আগেই জানান।",
  ],
  "diag.next.OLT_DOWN": [
    "Look at the OLT's power and uplink; all its customers are concerned.",
    "OLT-এর বিদ্যুৎ ও আপলিংক দেখুন; এর সব গ্রাহকেরই সমস্যা।",
  ],
});
