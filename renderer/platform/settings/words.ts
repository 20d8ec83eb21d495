// Words of the settings' screen: groups and warnings. Fields have theirs beside the resource.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const settingsTexts = dictionary({
  "settings.bills": ["Bills", "বিল"],
  "settings.books": ["Books", "হিসাবের খাতা"],
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
  "settings.mail": ["Mail", "মেইল"],
  "settings.mail_failed": ["The test mail was not sent", "পরীক্ষামূলক মেইল পাঠানো যায়নি"],
  "settings.mail_sent": ["The mail server has taken the test mail", "মেইল সার্ভার পরীক্ষামূলক মেইলটি নিয়েছে"],
  "settings.mail_test_hint": [
    "Sends a short mail at once by the server named here, and says what became of it.",
    "এখানকার সার্ভার দিয়ে সঙ্গে সঙ্গে ছোট একটি মেইল পাঠায়, আর কী হলো তা জানায়।",
  ],
  "settings.mail_wrong": ["Not an e-mail address", "এটি ই-মেইল ঠিকানা নয়"],
  "settings.mail_under_way": ["The test mail is on its way…", "পরীক্ষামূলক মেইল যাচ্ছে…"],
  "settings.money": ["Money", "টাকা"],
  "settings.network": ["When service ends", "মেয়াদ শেষ হলে"],
  "settings.offline": [
    "Offline: these are the settings as this computer has them. Changing them needs the server.",
    "অফলাইন: সেটিংস এই কম্পিউটারে যেমন আছে। বদলাতে সার্ভার লাগে।",
  ],
  "settings.provider": ["Provider", "প্রদানকারী"],
  "settings.provider_hint": [
    "As it calls itself in its reports, for example bkash",
    "প্রতিবেদনে যে নামে আসে, যেমন bkash",
  ],
  "settings.provider_wrong": ["Letters, digits, _ and -", "অক্ষর, অঙ্ক, _ ও -"],
  "settings.providers": ["Payment providers", "পেমেন্ট প্রদানকারী"],
  "settings.providers_hint": [
    "A payment that a provider reports is booked when its signature fits the secret kept here. Secrets are never shown.",
    "প্রদানকারীর জানানো পেমেন্টের স্বাক্ষর এখানকার গোপন চাবির সঙ্গে মিললে তা হিসাবে ওঠে। চাবি কখনও দেখানো হয় না।",
  ],
  "settings.pauses": ["Pauses of service", "সেবার বিরতি"],
  "settings.promises": ["Promises to pay", "পরিশোধের প্রতিশ্রুতি"],
  "settings.receipts": ["Receipts", "রসিদ"],
  "settings.secret": ["Secret", "গোপন চাবি"],
  "settings.secret_change": ["Set a secret", "গোপন চাবি দিন"],
  "settings.secret_hint": ["Empty takes the provider's secret away.", "খালি রাখলে চাবিটি সরে যায়।"],
  "settings.secret_kept": ["The secret of {{provider}} is kept", "{{provider}}-এর চাবি রাখা হয়েছে"],
  "settings.secret_removed": ["{{provider}} has no secret any more", "{{provider}}-এর চাবি সরানো হয়েছে"],
  "settings.secret_short": ["At least 8 characters", "কমপক্ষে ৮ অক্ষর"],
  "settings.security": ["Sign-in", "সাইন ইন"],
  "settings.signal": ["Optical signal", "আলোক সংকেত"],
  "settings.time": ["Language and dates", "ভাষা ও তারিখ"],
  "settings.timezone_hint": [
    "Days, months and everybody's last day of service are counted in it.",
    "দিন, মাস ও সবার মেয়াদের শেষ দিন এতে গণনা হয়।",
  ],
  "settings.unfinished": [
    "Currency {{currency}} and time zone {{timezone}} are as they were installed. Set yours before the first money is taken.",
    "মুদ্রা {{currency}} ও সময় অঞ্চল {{timezone}} শুরুতে যেমন ছিল তেমনই আছে। প্রথম টাকা নেওয়ার আগে আপনারটি দিন।",
  ],
  "settings.visits": ["Visits of technicians", "টেকনিশিয়ানের আসা"],
  "settings.work": ["Working hours", "কাজের সময়"],
});
