// Words of the settings' screen: groups and warnings. Fields have theirs beside the resource.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const settingsTexts = dictionary({
  "settings.bills": ["Bills", "বিল"],
  "settings.company": ["Company", "প্রতিষ্ঠান"],
  "settings.currency_fixed": [
    "Money has been booked in it, so it stays.",
    "এই মুদ্রায় টাকা জমা হয়েছে, তাই এটি আর বদলায় না।",
  ],
  "settings.currency_hint": [
    "It can't change any more once money has been booked.",
    "একবার টাকা জমা হলে আর বদলানো যায় না।",
  ],
  "settings.logo_choose": ["Choose a picture…", "ছবি বেছে নিন…"],
  "settings.logo_remove": ["Remove", "সরিয়ে ফেলুন"],
  "settings.logo_unreadable": ["This picture can't be read.", "ছবিটি পড়া যাচ্ছে না।"],
  "settings.money": ["Money", "টাকা"],
  "settings.network": ["When service ends", "মেয়াদ শেষ হলে"],
  "settings.offline": [
    "Offline: these are the settings as this computer has them. Changing them needs the server.",
    "অফলাইন: সেটিংস এই কম্পিউটারে যেমন আছে। বদলাতে সার্ভার লাগে।",
  ],
  "settings.receipts": ["Receipts", "রসিদ"],
  "settings.security": ["Sign-in", "সাইন ইন"],
  "settings.time": ["Language and dates", "ভাষা ও তারিখ"],
  "settings.timezone_hint": [
    "Days, months and everybody's last day of service are counted in it.",
    "দিন, মাস ও সবার মেয়াদের শেষ দিন এতে গণনা হয়।",
  ],
  "settings.unfinished": [
    "Currency {{currency}} and time zone {{timezone}} are as they were installed. Set yours before the first money is taken.",
    "মুদ্রা {{currency}} ও সময় অঞ্চল {{timezone}} শুরুতে যেমন ছিল তেমনই আছে। প্রথম টাকা নেওয়ার আগে আপনারটি দিন।",
  ],
  "settings.work": ["Working hours", "কাজের সময়"],
});
