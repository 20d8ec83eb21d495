// Words of a router's page: its load, its set-up, its sensors.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const routerLiveTexts = dictionary({
  "traffic.title": ["Traffic now", "এখনকার ট্রাফিক"],
  "traffic.chart": ["Received and sent over the last minute", "গত এক মিনিটে নেওয়া ও পাঠানো"],
  "traffic.at": ["At", "সময়"],
  "traffic.down": ["Receives", "নিচ্ছে"],
  "traffic.up": ["Sends", "পাঠাচ্ছে"],
  "traffic.now": ["receives {{down}}, sends {{up}}", "নিচ্ছে {{down}}, পাঠাচ্ছে {{up}}"],
  "traffic.seconds": ["{{n}} s", "{{n}} সে"],
  "traffic.last": ["The last sample is of {{ago}}.", "শেষ নমুনা {{ago}}।"],
  "traffic.show": ["Show the traffic", "ট্রাফিক দেখান"],
  "traffic.hide": ["Hide the traffic", "ট্রাফিক লুকান"],
  "setup.section": ["Set-up", "সেটআপ"],
  "setup.sessions": ["Sessions", "সেশন"],
  "setup.show": ["Set-up script", "সেটআপ স্ক্রিপ্ট"],
  "setup.title": ["Set up {{name}}", "{{name}} সেটআপ"],
  "setup.script": ["Commands for the router", "রাউটারের কমান্ড"],
  "setup.hint": [
    "Paste this into the router's terminal. It makes a user that may do what is needed and no more. Then give the password that stands in it to the router here.",
    "এটি রাউটারের টার্মিনালে পেস্ট করুন। যতটুকু দরকার ঠিক ততটুকু অধিকারের একটি ব্যবহারকারী তৈরি হবে। এরপর এতে লেখা পাসওয়ার্ডটি এখানে রাউটারে দিন।",
  ],
  "setup.copy": ["Copy", "কপি করুন"],
  "setup.copied": ["Copied", "কপি হয়েছে"],
  "setup.script_helps": [
    "The set-up script puts the user, its rights and the API's addresses right; run it again whenever you like.",
    "সেটআপ স্ক্রিপ্টটি ব্যবহারকারী, তার অধিকার ও API-র ঠিকানা ঠিক করে দেয়; যতবার খুশি চালানো যায়।",
  ],
  "setup.rights": ["The user may: {{rights}}", "ব্যবহারকারীর অধিকার: {{rights}}"],
  "setup.unchecked": ["Not checked yet.", "এখনো পরীক্ষা করা হয়নি।"],
  "setup.checked": ["Checked {{ago}}", "পরীক্ষা করা হয়েছে {{ago}}"],
  "setup.well": ["All is as it should be.", "সবকিছু ঠিক আছে।"],
  "setup.offered": ["It shows the certificate {{fingerprint}}", "এটি যে সার্টিফিকেট দেখায়: {{fingerprint}}"],
  "setup.trial": [
    "On trial: plans are made and shown, nothing is written. Switch it to live when its comparison looks right.",
    "পরীক্ষামূলক: পরিকল্পনা তৈরি ও দেখানো হয়, কিছু লেখা হয় না। তুলনা ঠিক মনে হলে চালু ব্যবহারে দিন।",
  ],
  "setup.to_live": [
    "At its last comparison, {{ago}}, {{n}} rows differed. Live, waiting jobs are carried out at once and changes are written.",
    "শেষ তুলনায় ({{ago}}) {{n}}টি সারি আলাদা ছিল। চালু ব্যবহারে দিলে অপেক্ষমাণ কাজ সাথে সাথে হবে ও পরিবর্তন লেখা হবে।",
  ],
  "setup.to_live_unseen": [
    "It was not compared yet: compare first, and look what would be written.",
    "এখনো তুলনা করা হয়নি: আগে তুলনা করে দেখুন কী লেখা হবে।",
  ],
  "setup.to_trial": [
    "On trial nothing is written any more: payments open no line on this router until it is live again.",
    "পরীক্ষামূলক অবস্থায় আর কিছু লেখা হয় না: আবার চালু ব্যবহারে না দেওয়া পর্যন্ত টাকা দিলেও এই রাউটারে লাইন খুলবে না।",
  ],
  "setup.compare": ["Compare now", "এখন তুলনা করুন"],
  "setup.never_compared": ["Never compared with the customers yet", "গ্রাহকদের সাথে এখনো তুলনা করা হয়নি"],
  "setup.rows_differ": ["{{n}} rows differ, compared {{ago}}", "{{n}}টি সারি আলাদা, তুলনা {{ago}}"],
  "setup.in_line": ["In line with the customers, compared {{ago}}", "গ্রাহকদের সাথে মিলে আছে, তুলনা {{ago}}"],
  "setup.fault.NOT_REACHED": [
    "It does not answer at this address and port: look at its power and uplink, then at address and port.",
    "এই ঠিকানা ও পোর্টে সাড়া দেয় না: আগে বিদ্যুৎ ও আপলিংক, তারপর ঠিকানা ও পোর্ট দেখুন।",
  ],
  "setup.fault.WRONG_PASSWORD": [
    "It refuses user name or password: give both anew in the form, or make the user by the script.",
    "ব্যবহারকারীর নাম বা পাসওয়ার্ড নেয় না: ফর্মে নতুন করে দিন, বা স্ক্রিপ্ট দিয়ে ব্যবহারকারী তৈরি করুন।",
  ],
  "setup.fault.TLS_NOT_PINNED": [
    "Its certificate is not confirmed: compare the fingerprint below with the router's, then put it into the form.",
    "এর সার্টিফিকেট নিশ্চিত করা হয়নি: নিচের ফিঙ্গারপ্রিন্ট রাউটারেরটির সাথে মিলিয়ে ফর্মে দিন।",
  ],
  "setup.fault.TLS_CHANGED": [
    "It shows another certificate than the confirmed one: is it the same router?",
    "নিশ্চিত করা সার্টিফিকেটের বদলে অন্যটি দেখাচ্ছে: এটি কি সেই রাউটার?",
  ],
  "setup.fault.TLS_NO_CERTIFICATE": [
    "API-SSL has no certificate on the router: the script makes one.",
    "রাউটারে API-SSL-এর কোনো সার্টিফিকেট নেই: স্ক্রিপ্টটি একটি তৈরি করে।",
  ],
  "setup.fault.LEGACY_LOGIN": [
    "It is older than RouterOS 6.43: update it, or allow the old login in the form.",
    "এটি RouterOS 6.43-এর আগের: আপডেট করুন, বা ফর্মে পুরোনো লগইন চালু করুন।",
  ],
  "setup.fault.OTHER_IDENTITY": [
    "Its name or serial number is not what it was: is it the same router?",
    "নাম বা সিরিয়াল নম্বর আগের মতো নেই: এটি কি সেই রাউটার?",
  ],
  "setup.fault.NO_RIGHT_READ": ["The user may not read.", "ব্যবহারকারীর পড়ার অধিকার নেই।"],
  "setup.fault.NO_RIGHT_WRITE": [
    "The user may not write: lines can't be opened or closed.",
    "ব্যবহারকারীর লেখার অধিকার নেই: লাইন খোলা বা বন্ধ করা যাবে না।",
  ],
  "setup.fault.NO_RIGHT_TEST": [
    "The user may not test: no live traffic.",
    "ব্যবহারকারীর পরীক্ষার অধিকার নেই: সরাসরি ট্রাফিক দেখা যাবে না।",
  ],
  "setup.fault.NO_RIGHT_REBOOT": [
    "The user may not restart the router.",
    "ব্যবহারকারীর রাউটার পুনরায় চালুর অধিকার নেই।",
  ],
  "setup.fault.RIGHTS_UNKNOWN": [
    "The router does not show what the user may do.",
    "ব্যবহারকারী কী করতে পারে তা রাউটার দেখায় না।",
  ],
  "setup.fault.TOO_MANY_RIGHTS": [
    "The user may do more than is needed: the script makes one of least rights.",
    "ব্যবহারকারীর অধিকার দরকারের চেয়ে বেশি: স্ক্রিপ্টটি ন্যূনতম অধিকারের একজন তৈরি করে।",
  ],
  "setup.fault.NOT_ENCRYPTED": [
    "Passwords cross the network in the clear: use API-SSL.",
    "পাসওয়ার্ড নেটওয়ার্কে খোলা অবস্থায় যায়: API-SSL ব্যবহার করুন।",
  ],
  "setup.fault.API_OPEN_TO_ALL": [
    "Its API answers everybody: let the office's address in alone.",
    "এর API সবাইকে সাড়া দেয়: শুধু অফিসের ঠিকানাকে ঢুকতে দিন।",
  ],
  "setup.fault.USES_RADIUS": [
    "It asks a RADIUS server about logins: what is written here may have no effect.",
    "লগইনের জন্য RADIUS সার্ভারকে জিজ্ঞাসা করে: এখানে যা লেখা হয় তার ফল নাও হতে পারে।",
  ],
  "state.seen": ["seen {{ago}}", "দেখা হয়েছে {{ago}}"],
  "state.device": ["Device", "যন্ত্র"],
  "state.next.lost": [
    "It was reached until {{at}}: look at its power and uplink first. All its customers may be without a line.",
    "{{at}} পর্যন্ত পৌঁছানো গেছে: আগে বিদ্যুৎ ও আপলিংক দেখুন। এর সব গ্রাহকের লাইন বন্ধ থাকতে পারে।",
  ],
  "state.next.never": [
    "It was never reached: check address, port, user and password. The set-up script makes the user that is needed.",
    "এতে কখনো পৌঁছানো যায়নি: ঠিকানা, পোর্ট, ব্যবহারকারী ও পাসওয়ার্ড দেখুন। সেটআপ স্ক্রিপ্ট দরকারি ব্যবহারকারী তৈরি করে।",
  ],
  "state.next.no_agent": [
    "No office computer that reaches it is connected: start one with the network agent. What was seen last is shown.",
    "এতে পৌঁছায় এমন কোনো অফিস কম্পিউটার যুক্ত নেই: নেটওয়ার্ক এজেন্টসহ একটি চালু করুন। শেষ যা দেখা গেছে তা-ই দেখানো হচ্ছে।",
  ],
  "sensor.title": ["Sensors", "সেন্সর"],
  "sensor.temperature": ["{{at}}, temperature", "{{at}}, তাপমাত্রা"],
  "sensor.state": ["{{at}}", "{{at}}"],
  "sensor.voltage": ["{{at}}, voltage", "{{at}}, ভোল্টেজ"],
  "sensor.current": ["{{at}}, current", "{{at}}, কারেন্ট"],
  "sensor.consumption": ["{{at}}, power draw", "{{at}}, বিদ্যুৎ খরচ"],
  "sensor.works": ["works", "ঠিক আছে"],
  "sensor.failed": ["failed ({{value}})", "বিকল ({{value}})"],
  "sensor.at.device": ["Router", "রাউটার"],
  "sensor.at.cpu": ["CPU", "সিপিইউ"],
  "sensor.at.sfp": ["SFP", "SFP"],
  "sensor.at.switch": ["Switch chip", "সুইচ চিপ"],
  "sensor.at.phy": ["Network chip", "নেটওয়ার্ক চিপ"],
  "sensor.at.psu": ["Power supply", "পাওয়ার সাপ্লাই"],
  "sensor.at.fan": ["Fan", "ফ্যান"],
  "sensor.at.jack": ["Power jack", "পাওয়ার জ্যাক"],
  "sensor.at.poe_in": ["PoE in", "PoE ইন"],
  "sensor.at.poe_out": ["PoE out", "PoE আউট"],
});
