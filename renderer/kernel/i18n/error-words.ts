// The one dictionary of what can go wrong, by code: whole requests, single fields.
import { dictionary } from "./dictionary.ts";

export const errorTexts = dictionary({
  "error.ACCOUNT_LOCKED": [
    "Five wrong passwords: this username is locked for 15 minutes. Wait, or ask an administrator.",
    "পাঁচবার ভুল পাসওয়ার্ড: এই ইউজারনেম ১৫ মিনিটের জন্য বন্ধ। অপেক্ষা করুন বা প্রশাসককে বলুন।",
  ],
  "error.AGENT_OFFLINE": [
    "No computer that reaches the device is connected now. Start Lastmile in the office, then try again.",
    "ডিভাইসে পৌঁছায় এমন কোনো কম্পিউটার এখন যুক্ত নেই। অফিসে Lastmile চালু করে আবার চেষ্টা করুন।",
  ],
  "error.APP_TOO_OLD": [
    "This app is older than the server serves. Load the page again or update the app; everything here is kept.",
    "এই অ্যাপ সার্ভারের চেয়ে পুরোনো। পাতাটি আবার খুলুন বা অ্যাপ হালনাগাদ করুন; এখানকার সব রাখা আছে।",
  ],
  "error.BACKUP_IN_PROGRESS": [
    "A backup is under way. Try again when it is done.",
    "একটি ব্যাকআপ চলছে। শেষ হলে আবার চেষ্টা করুন।",
  ],
  "error.BACKUP_UNREADABLE": ["This backup can't be restored.", "এই ব্যাকআপ ফিরিয়ে আনা যায় না।"],
  "error.BATCH_IN_PROGRESS": [
    "This month's bills are being made already. Wait until that is done.",
    "এ মাসের বিল তৈরি হচ্ছে। শেষ হওয়া পর্যন্ত অপেক্ষা করুন।",
  ],
  "error.BODY_TOO_LARGE": ["This is too large to be sent at once.", "একবারে পাঠানোর জন্য এটি বেশি বড়।"],
  "error.BUSINESS_RULE": ["The rules of the company forbid this.", "প্রতিষ্ঠানের নিয়মে এটি করা যায় না।"],
  "error.CANCELLED": ["It was called off.", "এটি বাতিল করা হয়েছে।"],
  "error.CLOSING_IN_PROGRESS": [
    "This month is being closed, or its closing is being taken back. Wait until that is done.",
    "এ মাস সমাপ্ত করা হচ্ছে, বা সমাপনী ফিরিয়ে নেওয়া হচ্ছে। শেষ হওয়া পর্যন্ত অপেক্ষা করুন।",
  ],
  "error.PREPAID_NOT_EARNED": [
    "The settings say that prepaid service is not earned as it is used.",
    "সেটিংসে বলা আছে প্রিপেইড সেবা ব্যবহারের সঙ্গে আয় হয় না।",
  ],
  "error.MONTH_NOT_OVER": ["This month is not over yet.", "এই মাস এখনো শেষ হয়নি।"],
  "error.STEPS_OPEN": [
    "Other steps of this month's end are not done yet. Finish them, or leave them out.",
    "এই মাস শেষের অন্য ধাপ এখনো বাকি। সেগুলো শেষ করুন, অথবা বাদ দিন।",
  ],
  "error.COMMAND_ID_REUSED": [
    "This computer used a number twice. It is on the review list.",
    "এই কম্পিউটার একটি নম্বর দুবার ব্যবহার করেছে। এটি সিদ্ধান্তের তালিকায় আছে।",
  ],
  "error.CREDIT_LIMIT_EXCEEDED": [
    "The balance and the credit limit don't cover this. Top the balance up first.",
    "ব্যালেন্স ও বাকির সীমায় এটি কুলায় না। আগে ব্যালেন্স জমা করুন।",
  ],
  "error.REQUEST_TIMEOUT": [
    "This took too long to reach the server. Try again.",
    "এটি সার্ভারে পৌঁছাতে বেশি সময় লেগেছে। আবার চেষ্টা করুন।",
  ],
  "error.HEAD_TOO_LARGE": ["This address is too long for the server.", "এই ঠিকানা সার্ভারের জন্য বেশি লম্বা।"],
  "error.CONFLICT": [
    "Somebody else changed the same meanwhile. Look at it again.",
    "এর মধ্যে অন্য কেউ একই তথ্য বদলেছেন। আবার দেখে নিন।",
  ],
  "error.CURSOR_EXPIRED": [
    "What was read up to here holds no longer. Begin anew.",
    "এ পর্যন্ত যা পড়া হয়েছে তা আর চলে না। আবার শুরু থেকে পড়ুন।",
  ],
  "error.DEVICE_MISMATCH": [
    "This sign-in belongs to another computer. Sign in again.",
    "এই সাইন-ইন অন্য কম্পিউটারের। আবার সাইন ইন করুন।",
  ],
  "error.DEVICE_REVOKED": [
    "This computer was revoked by an administrator.",
    "একজন প্রশাসক এই কম্পিউটার বাতিল করেছেন।",
  ],
  "error.DEVICE_SECRET_REQUIRED": [
    "This computer could not show that it is the one that it was. Sign in again.",
    "এই কম্পিউটার দেখাতে পারেনি যে এটি আগের সেই কম্পিউটার। আবার সাইন ইন করুন।",
  ],
  "error.DUPLICATE": ["This exists already.", "এটি আগে থেকেই আছে।"],
  "error.PAUSED": ["The service is paused: end the pause first.", "সেবা বিরতিতে আছে: আগে বিরতি শেষ করুন।"],
  "error.PAUSE_LIMIT": [
    "A pause may not be so long, so short or so often.",
    "এত লম্বা, এত ছোট বা এত ঘন ঘন বিরতি দেওয়া যায় না।",
  ],
  "error.ALREADY_BILLED": ["A bill has it already.", "এটি এরই মধ্যে একটি বিলে উঠেছে।"],
  "error.UNDERPAID": ["That is less than is to be paid.", "যা দিতে হবে এটি তার চেয়ে কম।"],
  "error.INSUFFICIENT_DEPOSIT": ["Less than that is left of the deposit.", "জামানতের এত টাকা বাকি নেই।"],
  "error.BOUND_ADVANCE": [
    "This money has bought days: take the days back first.",
    "এই টাকায় মেয়াদ কেনা হয়েছে: আগে মেয়াদ ফেরত নিন।",
  ],
  "error.INSUFFICIENT_ADVANCE": ["The customer has less advance than that.", "গ্রাহকের এত অগ্রিম নেই।"],
  "error.INVOICE_SETTLED": [
    "Something was paid on this bill or moved to a later one. Make a credit note instead.",
    "এই বিলে কিছু পরিশোধ হয়েছে বা পরের বিলে নেওয়া হয়েছে। এর বদলে ক্রেডিট নোট করুন।",
  ],
  "error.OVER_CREDITED": [
    "The bill did not charge so much, or it was given back already.",
    "বিলে এত টাকা ধরা হয়নি, বা আগেই ফেরত দেওয়া হয়েছে।",
  ],
  "error.REVERSE_THE_REFUND": [
    "Some of this money was paid back since. Reverse the refund first.",
    "এর কিছু টাকা পরে ফেরত দেওয়া হয়েছে। আগে সেই ফেরত বাতিল করুন।",
  ],
  "error.HAS_DOCUMENTS": [
    "Bills of these days were made at the rate that was in force. Let the new one begin after the last of them.",
    "ওই দিনগুলোর বিল তখনকার হারে করা হয়েছে। নতুন হার শেষ বিলের পরের দিন থেকে শুরু করুন।",
  ],
  "error.HAS_FINANCIAL_HISTORY": [
    "There is money on this customer's account, so it can only be ended.",
    "এই গ্রাহকের হিসাবে লেনদেন আছে, তাই শুধু সংযোগ শেষ করা যায়।",
  ],
  "error.IDEMPOTENCY_IN_PROGRESS": [
    "This is being done already. Wait a moment.",
    "কাজটি চলছে। একটু অপেক্ষা করুন।",
  ],
  "error.IDEMPOTENCY_KEY_REQUIRED": [
    "The program left something out. Tell support.",
    "প্রোগ্রাম কিছু বাদ দিয়েছে। সাপোর্টকে জানান।",
  ],
  "error.IDEMPOTENCY_KEY_REUSED": [
    "The program used a key twice. Tell support.",
    "প্রোগ্রাম একটি চাবি দুবার ব্যবহার করেছে। সাপোর্টকে জানান।",
  ],
  "error.USE_CHANGE_PACKAGE": [
    "Days of this package are paid, or the month is billed. Change the package from the customer's page.",
    "এই প্যাকেজের মেয়াদের টাকা দেওয়া হয়েছে, অথবা মাসের বিল হয়েছে। গ্রাহকের পাতা থেকে প্যাকেজ বদলান।",
  ],
  "error.SAME_PACKAGE": ["The customer has this package.", "গ্রাহকের এই প্যাকেজই আছে।"],
  "error.CHANGE_SCHEDULED": [
    "A change of package waits already. Call it off first.",
    "একটি প্যাকেজ পরিবর্তন আগে থেকেই অপেক্ষায় আছে। আগে সেটি বাতিল করুন।",
  ],
  "error.PREVIEW_CHANGED": [
    "The figures changed meanwhile. Look at them again.",
    "এর মধ্যে হিসাব বদলে গেছে। আবার দেখে নিন।",
  ],
  "error.LATER_CHANGE": [
    "Something came after this change. Take that back first.",
    "এই পরিবর্তনের পরে আরও কিছু হয়েছে। আগে সেটি ফেরত নিন।",
  ],
  "error.PACKAGE_INACTIVE": ["This package is not on sale.", "এই প্যাকেজ বিক্রি হচ্ছে না।"],
  "error.ADVANCE_SPENT": [
    "Money that this change freed is spent already.",
    "এই পরিবর্তনে মুক্ত হওয়া টাকা খরচ হয়ে গেছে।",
  ],
  "error.ILLEGAL_TRANSITION": ["This is not possible in its present state.", "বর্তমান অবস্থায় এটি করা যায় না।"],
  "error.SIGNAL_TOO_WEAK": [
    "The signal is still too weak to call this fixed. Improve it and measure again, or leave it unfixed and say why: the work goes on another day.",
    "সিগন্যাল এখনও এত দুর্বল যে একে ঠিক হয়েছে বলা যায় না। উন্নত করে আবার মাপুন, অথবা কারণ লিখে অসমাপ্ত রাখুন: কাজ অন্য দিন চলবে।",
  ],
  "error.INSUFFICIENT_STOCK": ["There is not that much in stock.", "এত মাল মজুদ নেই।"],
  "error.INTERNAL": [
    "The server made a mistake. Try again; if it stays like this, tell support.",
    "সার্ভারে ভুল হয়েছে। আবার চেষ্টা করুন; না হলে সাপোর্টকে জানান।",
  ],
  "error.INVALID_CREDENTIALS": ["Wrong company, username or password.", "প্রতিষ্ঠান, ইউজারনেম বা পাসওয়ার্ড ভুল।"],
  "error.INVALID_SIGNATURE": ["The signature does not match.", "স্বাক্ষর মেলে না।"],
  "error.IN_USE": ["It is still in use.", "এটি এখনো ব্যবহৃত হচ্ছে।"],
  "error.MEMBERSHIP_ENDED": [
    "You no longer work for this company. Ask its administrator.",
    "আপনি আর এই প্রতিষ্ঠানে কাজ করেন না। প্রশাসককে জিজ্ঞাসা করুন।",
  ],
  "error.METHOD_NOT_ALLOWED": [
    "The server does not do this. It may be older than this app.",
    "সার্ভার এটি করে না। সার্ভার হয়তো এই অ্যাপের চেয়ে পুরোনো।",
  ],
  "error.PROMISE_LIMIT": [
    "The company's rules promise no more to this customer. Somebody who may go beyond them, such as a manager, can.",
    "প্রতিষ্ঠানের নিয়মে এই গ্রাহককে আর সময় দেওয়া যায় না। যাঁর নিয়মের বাইরে যাওয়ার অধিকার আছে, যেমন ম্যানেজার, তিনি পারেন।",
  ],
  "error.PERIOD_LOCKED": [
    "The books are closed for this day: nothing is booked on it any more. Books, Months says up to which day.",
    "এই দিনের হিসাব বন্ধ: এতে আর কিছু ওঠে না। কোন দিন পর্যন্ত বন্ধ তা হিসাব, মাস পাতায় আছে।",
  ],
  "error.LEAVE_OVERLAPS": ["There is an approved leave in these days.", "এই দিনগুলোতে অনুমোদিত ছুটি আছে।"],
  "error.NEGATIVE_TOTAL": ["The total would be below zero.", "মোট শূন্যের নিচে চলে যেত।"],
  "error.NOT_FOUND": ["This is not there any more.", "এটি আর নেই।"],
  "error.NOT_REVERSIBLE": ["This can't be undone.", "এটি ফেরত নেওয়া যায় না।"],
  "error.NO_EMPLOYEE": [
    "No employee is linked to this account. HR can do that.",
    "এই অ্যাকাউন্টের সঙ্গে কোনো কর্মী যুক্ত নেই। এইচআর তা করতে পারে।",
  ],
  "error.ADVANCE_PARTLY_DEDUCTED": [
    "Paid salaries took a part of this advance back already: its first month stays.",
    "পরিশোধিত বেতন থেকে এই অগ্রিমের একাংশ কাটা হয়ে গেছে: এর প্রথম মাস আর বদলায় না।",
  ],
  "error.PAYROLL_PAID": ["The salary of that month is paid.", "ওই মাসের বেতন পরিশোধ হয়ে গেছে।"],
  "error.NO_MAIL_SERVER": [
    "No mail server is set up. Name one in the settings first.",
    "কোনো মেইল সার্ভার দেওয়া নেই। আগে সেটিংসে একটি দিন।",
  ],
  "error.NO_VOICE_SETTING": [
    "No telephony gateway is switched on. Switch one on in the voice settings first.",
    "কোনো টেলিফোন গেটওয়ে চালু নেই। আগে ভয়েস সেটিংসে একটি চালু করুন।",
  ],
  "error.NO_PACKAGE": [
    "The customer has no package. Choose one first.",
    "গ্রাহকের কোনো প্যাকেজ নেই। আগে একটি বেছে নিন।",
  ],
  "error.OTP_ENROLMENT_REQUIRED": [
    "Your company wants everybody to sign in with a code. Sign in again and set it up.",
    "আপনার প্রতিষ্ঠানে সবাইকে কোড দিয়ে সাইন ইন করতে হয়। আবার সাইন ইন করে তা চালু করুন।",
  ],
  "error.OTP_REQUIRED": ["Type the code of your authenticator app.", "আপনার অথেনটিকেটর অ্যাপের কোডটি লিখুন।"],
  "error.OVER_ALLOCATION": ["That is more than is due.", "এটি বকেয়ার চেয়ে বেশি।"],
  "error.OWN_REQUEST": [
    "This is your own request: somebody else decides on it.",
    "এটি আপনার নিজের আবেদন: অন্য কেউ সিদ্ধান্ত নেবেন।",
  ],
  "error.PASSWORD_CHANGE_REQUIRED": [
    "This password was for the first sign-in only. Choose one of your own.",
    "এই পাসওয়ার্ড শুধু প্রথমবার সাইন ইনের জন্য ছিল। নিজের একটি পাসওয়ার্ড দিন।",
  ],
  "error.ADDRESS_NOT_ALLOWED": [
    "The server makes no connections to this address.",
    "সার্ভার এই ঠিকানায় সংযোগ করে না।",
  ],
  "error.NOT_OURS": [
    "This server did not write the file, or it was changed since: whoever wrote it may have put anything into it. Only if you know where it comes from, say that it shall be restored all the same, and why.",
    "ফাইলটি এই সার্ভার লেখেনি, অথবা পরে বদলানো হয়েছে: যিনি লিখেছেন তিনি যেকোনো কিছু রাখতে পারেন। কোথা থেকে এসেছে জানলে তবেই কারণসহ ফিরিয়ে আনতে বলুন।",
  ],
  "error.PASSWORD_REQUIRED": ["Type the password again.", "পাসওয়ার্ড আবার লিখুন।"],
  "error.PERMISSION_DENIED": [
    "Your role does not allow this. Ask a manager.",
    "আপনার ভূমিকায় এর অনুমতি নেই। ব্যবস্থাপককে বলুন।",
  ],
  "error.RATE_LIMITED": [
    "Too many tries. Wait a minute, then try again.",
    "অনেকবার চেষ্টা হয়েছে। এক মিনিট পরে আবার চেষ্টা করুন।",
  ],
  "error.REVERSE_THE_ADJUSTMENT": [
    "This belongs to an adjustment: reverse that.",
    "এটি একটি সমন্বয়ের টাকা: সেটি ফেরত নিন।",
  ],
  "error.REVERSE_THE_RECHARGE": [
    "This belongs to a recharge: reverse that.",
    "এটি একটি রিচার্জের টাকা: সেটি ফেরত নিন।",
  ],
  "error.COOL_DOWN": [
    "This was done a moment ago: wait some minutes before it is done again.",
    "এটি একটু আগেই করা হয়েছে: আবার করার আগে কয়েক মিনিট অপেক্ষা করুন।",
  ],
  "error.SERVICE_EXPIRED": [
    "No days are left. Take a recharge or give grace first.",
    "কোনো দিন বাকি নেই। আগে রিচার্জ নিন বা বাড়তি সময় দিন।",
  ],
  "error.STALE_CHECKPOINT": [
    "The server was set back. This computer is being filled again.",
    "সার্ভার আগের অবস্থায় ফেরানো হয়েছে। এই কম্পিউটার আবার ভরা হচ্ছে।",
  ],
  "error.STALE_VERSION": [
    "Somebody else changed this meanwhile. Look at it again.",
    "এর মধ্যে অন্য কেউ এটি বদলেছেন। আবার দেখে নিন।",
  ],
  "error.SUBSCRIPTION_ENDED": [
    "The company's subscription to this service has ended: money can still be taken, but there are no new customers and no changed settings until it is renewed.",
    "এই সেবায় প্রতিষ্ঠানের সাবস্ক্রিপশন শেষ হয়েছে: টাকা নেওয়া যাবে, কিন্তু নবায়ন না হওয়া পর্যন্ত নতুন গ্রাহক বা সেটিংস বদল নয়।",
  ],
  "error.DOMAIN_NOT_VERIFIED": [
    "The TXT record was not found at the domain. A new record may take an hour to be seen.",
    "ডোমেইনে TXT রেকর্ডটি পাওয়া যায়নি। নতুন রেকর্ড দেখা যেতে এক ঘণ্টা লাগতে পারে।",
  ],
  "error.PLAN_LIMIT_REACHED": [
    "The company has as many customers as its plan allows. A larger plan takes more.",
    "প্ল্যানে যত গ্রাহক রাখা যায় তত গ্রাহক হয়ে গেছে। বড় প্ল্যান নিলে আরও রাখা যাবে।",
  ],
  "error.TENANT_INACTIVE": [
    "This company's account is not active. Ask its administrator.",
    "এই প্রতিষ্ঠানের অ্যাকাউন্ট চালু নেই। প্রশাসককে বলুন।",
  ],
  "error.TENANT_REQUIRED": [
    "You work for several companies: name the one you mean.",
    "আপনি একাধিক প্রতিষ্ঠানে কাজ করেন: কোনটি তা লিখুন।",
  ],
  "error.TOKEN_EXPIRED": [
    "Your sign-in has ended. Give your password again; nothing is lost.",
    "আপনার সাইন-ইন শেষ হয়েছে। আবার পাসওয়ার্ড দিন; কিছু হারায়নি।",
  ],
  "error.TOKEN_REVOKED": [
    "Your sign-in was ended. Give your password again; nothing is lost.",
    "আপনার সাইন-ইন বন্ধ করা হয়েছে। আবার পাসওয়ার্ড দিন; কিছু হারায়নি।",
  ],
  "error.UNAUTHENTICATED": [
    "Your sign-in has ended. Give your password again; nothing is lost.",
    "আপনার সাইন-ইন শেষ হয়েছে। আবার পাসওয়ার্ড দিন; কিছু হারায়নি।",
  ],
  "error.UNAVAILABLE": ["The server is busy. Try again in a moment.", "সার্ভার ব্যস্ত। একটু পরে আবার চেষ্টা করুন।"],
  "error.UNSUPPORTED_MEDIA_TYPE": [
    "The server can't read files of this kind.",
    "সার্ভার এই ধরনের ফাইল পড়তে পারে না।",
  ],
  "error.USE_SAAS_LOGIN": [
    "This account runs the platform and belongs to no company.",
    "এই অ্যাকাউন্ট প্ল্যাটফর্ম চালায়; কোনো প্রতিষ্ঠানের নয়।",
  ],
  "error.VALIDATION": ["Something is not right yet.", "কিছু এখনো ঠিক নেই।"],
  "error.with_detail": ["{{words}} {{detail}}", "{{words}}"],
  "field.CELL_COUNT": [
    "This line has another number of columns than the first.",
    "এই লাইনে প্রথম লাইনের চেয়ে ভিন্ন সংখ্যক কলাম।",
  ],
  "field.CONFLICTING": ["{{field}} does not go with the rest.", "{{field}} অন্য তথ্যের সঙ্গে মেলে না।"],
  "field.DOES_NOT_EXIST": ["{{field}}: there is no such one.", "{{field}}: এমন কিছু নেই।"],
  "field.DUPLICATE": ["{{field}} is taken already.", "{{field}} আগে থেকেই আছে।"],
  "field.DUPLICATE_COLUMN": ["{{field}} stands above two columns.", "{{field}} দুটি কলামের উপরে আছে।"],
  "field.EMPTY": ["The file is empty.", "ফাইলটি খালি।"],
  "field.EXACTLY_ONE": ["Give exactly one of them.", "এগুলোর ঠিক একটি দিন।"],
  "field.IN_THE_FUTURE": ["{{field}} can't be in the future.", "{{field}} ভবিষ্যতের হতে পারে না।"],
  "field.INVALID": ["{{field}} is not right.", "{{field}} ঠিক নেই।"],
  "field.MALFORMED": ["The file can't be read as a table.", "ফাইলটি তালিকা হিসেবে পড়া যায় না।"],
  "field.MIXED_SCRIPTS": [
    "{{field}}: write it in letters of one alphabet.",
    "{{field}} একটি বর্ণমালার অক্ষরে লিখুন।",
  ],
  "field.NOT_UNIQUE": ["{{field}} is taken already.", "{{field}} আগে থেকেই আছে।"],
  "field.NOT_UTF_8": ["Save the file as “CSV UTF-8”.", "ফাইলটি “CSV UTF-8” হিসেবে সংরক্ষণ করুন।"],
  "field.ADDRESS_NOT_ALLOWED": [
    "{{field}}: the server makes no connections to this address.",
    "{{field}}: সার্ভার এই ঠিকানায় সংযোগ করে না।",
  ],
  "field.PASSWORD_REQUIRED": ["Type the password again.", "পাসওয়ার্ড আবার লিখুন।"],
  "field.PAST": ["{{field}} can't be in the past.", "{{field}} অতীতের হতে পারে না।"],
  "field.PLAIN_HTTP": ["The address must begin with https://.", "ঠিকানা https:// দিয়ে শুরু হতে হবে।"],
  "field.READ_ONLY": ["{{field}} can't be set.", "{{field}} বসানো যায় না।"],
  "field.REPEATED": ["{{field}} is given twice.", "{{field}} দুবার দেওয়া হয়েছে।"],
  "field.REQUIRED": ["{{field}} is needed.", "{{field}} দিতে হবে।"],
  "field.RESERVED": ["{{field}}: this name is kept for the system.", "{{field}}: এই নাম সিস্টেমের জন্য রাখা।"],
  "field.TOO_COMMON": ["{{field}} is too easy to guess.", "{{field}} সহজেই অনুমান করা যায়।"],
  "field.TOO_LARGE": ["{{field}} is too large.", "{{field}} বেশি বড়।"],
  "field.TOO_EARLY": ["{{field}} is too early.", "{{field}} বেশি আগে।"],
  "field.TOO_LARGE.most": ["{{field}}: at most {{limit}}.", "{{field}}: সর্বোচ্চ {{limit}}।"],
  "field.TOO_LATE": ["{{field}} is too late.", "{{field}} বেশি পরে।"],
  "field.TOO_LONG": ["{{field}} is too long.", "{{field}} বেশি লম্বা।"],
  "field.TOO_LONG.most": ["{{field}}: at most {{limit}} characters.", "{{field}}: সর্বোচ্চ {{limit}} অক্ষর।"],
  "field.TOO_MANY_COLUMNS": ["The file has too many columns.", "ফাইলে কলাম বেশি।"],
  "field.ZERO_LOST": [
    "{{field}} has no zero at its beginning: a spreadsheet may have taken it away.",
    "{{field}}-এর শুরুতে শূন্য নেই: স্প্রেডশিট হয়তো সেটি বাদ দিয়েছে।",
  ],
  "field.TOO_MANY_DIGITS": [
    "{{field}} has more decimals than the currency.",
    "{{field}}-এ মুদ্রার চেয়ে বেশি দশমিক আছে।",
  ],
  "field.TOO_MANY_ROWS": ["The file has too many lines.", "ফাইলে লাইন বেশি।"],
  "field.TOO_SHORT": ["{{field}} is too short.", "{{field}} বেশি ছোট।"],
  "field.TOO_SHORT.least": ["{{field}}: at least {{limit}} characters.", "{{field}}: অন্তত {{limit}} অক্ষর।"],
  "field.TOO_SMALL": ["{{field}} is too small.", "{{field}} বেশি কম।"],
  "field.TOO_SMALL.least": ["{{field}}: at least {{limit}}.", "{{field}}: অন্তত {{limit}}।"],
  "field.UNKNOWN_COLUMN": ["{{field}} is no column that is known.", "{{field}} নামে কোনো কলাম নেই।"],
  "field.UNKNOWN_FIELD": ["{{field}} is not known to the server.", "{{field}} সার্ভার চেনে না।"],
  "field.UNKNOWN_KIND": [
    "The server does not know this kind of work. It may be older than this app.",
    "সার্ভার এই ধরনের কাজ চেনে না। সার্ভার হয়তো এই অ্যাপের চেয়ে পুরোনো।",
  ],
  "field.UNKNOWN_PARAMETER": ["{{field}} is not known to the server.", "{{field}} সার্ভার চেনে না।"],
  "field.UNSORTABLE": ["The list can't be sorted by {{field}}.", "{{field}} দিয়ে সাজানো যায় না।"],
  "field.WRONG_CODE": [
    "This code is wrong, or was used already. Wait for the next one.",
    "কোডটি ভুল, অথবা আগে ব্যবহৃত হয়েছে। পরের কোডের জন্য অপেক্ষা করুন।",
  ],
  "field.WRONG_PASSWORD": ["Wrong password.", "পাসওয়ার্ড ভুল।"],
});
