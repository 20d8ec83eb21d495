// Words of the pictures of work orders.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const photoTexts = dictionary({
  "photo.delete": ["Delete before it is sent", "পাঠানোর আগেই মুছুন"],
  "photo.not_here": [
    "The picture is not on this device. It is shown when you are online.",
    "ছবিটি এই যন্ত্রে নেই। অনলাইন হলে দেখা যাবে।",
  ],
  "photo.refused": ["The server did not take it", "সার্ভার নেয়নি"],
  "photo.sending": ["On its way to the server", "সার্ভারে যাচ্ছে"],
  "photo.take": ["Take a photo", "ছবি তুলুন"],
  "photo.title": ["Photos", "ছবি"],
  "photo.waits_elsewhere": ["Still on the phone that took it", "যে ফোনে তোলা হয়েছে এখনো সেখানেই আছে"],
  "photo.waits_here": ["Safe on this phone, waits for the line", "এই ফোনে নিরাপদে আছে, লাইনের অপেক্ষায়"],
});
