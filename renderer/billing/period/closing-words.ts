// Words of closing a month: what it does, and why nothing is to be closed.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const closingTexts = dictionary({
  "closing.begun": ["{{month}} is being closed", "{{month}} সমাপ্ত করা হচ্ছে"],
  "closing.off": ["Nothing is to be closed", "সমাপ্ত করার কিছু নেই"],
  "closing.off_hint": [
    "A recharge earns at once here: the settings do not say that prepaid service is earned as it is used.",
    "এখানে রিচার্জেই আয় ধরা হয়: সেটিংসে বলা নেই যে প্রিপেইড সেবা ব্যবহারের সঙ্গে আয় হয়।",
  ],
  "closing.reason.early": ["Closed too early", "আগেই সমাপ্ত হয়েছে"],
  "closing.reason.wrong": ["Wrong month", "ভুল মাস"],
  "closing.settings": ["Settings", "সেটিংস"],
  "closing.take_back": ["Take the closing of {{month}} back", "{{month}}-এর সমাপনী ফিরিয়ে নিন"],
  "closing.take_back_begun": [
    "The closing of {{month}} is being taken back",
    "{{month}}-এর সমাপনী ফিরিয়ে নেওয়া হচ্ছে",
  ],
  "closing.take_back_will": [
    "Voids the bills that it made ({{n}}): {{amount}} is the customers' advance again.",
    "এতে তৈরি {{n}}টি বিল বাতিল হয়: {{amount}} আবার গ্রাহকদের অগ্রিম হয়।",
  ],
  "closing.will": [
    "What prepaid customers used until the month's end becomes income, and leaves their advance. A month that is closed again gets only what is missing.",
    "মাসের শেষ পর্যন্ত প্রিপেইড গ্রাহক যা ব্যবহার করেছেন তা আয় হয় ও অগ্রিম থেকে কমে। আবার সমাপ্ত করলে শুধু বাকিটুকু ধরা হয়।",
  ],
});
