// Words of roles and rights.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const roleTexts = dictionary({
  "right.all": ["everything", "সব"],
  "right.count": ["{{n}} of {{all}}", "{{all}}টির মধ্যে {{n}}টি"],
  "right.create": ["Add", "যোগ করা"],
  "right.delete": ["Delete", "মুছে ফেলা"],
  "right.everything": ["Everything, later versions too", "সব কিছু, পরের সংস্করণেরও"],
  "right.hint": [
    "A ticked heading gives all below it, and what later versions add there.",
    "শিরোনামে টিক দিলে তার নিচের সব, আর পরের সংস্করণে যা যোগ হবে তাও দেওয়া হয়।",
  ],
  "right.not_held": ["You don't have this right, so you can't give it", "এই অধিকার আপনার নেই, তাই দিতে পারেন না"],
  "right.not_held_hint": [
    "A ticked heading gives all below it, later versions too. What is grey you don't have yourself, so you can't give it.",
    "শিরোনামে টিক দিলে নিচের সব দেওয়া হয়, পরের সংস্করণেরও। ধূসরগুলো আপনার নিজের নেই, তাই দিতে পারেন না।",
  ],
  "right.search": ["Search rights", "অধিকার খুঁজুন"],
  "right.unfold": ["Show what belongs to: {{name}}", "এর ভেতরে যা আছে দেখুন: {{name}}"],
  "right.update": ["Change", "বদলানো"],
  "right.view": ["See", "দেখা"],
  "right.view_own": ["See their own alone", "শুধু নিজেরটি দেখা"],
  "role.beyond": [
    "This role may do more than you: only somebody who may do all of it can change it.",
    "এই ভূমিকা আপনার চেয়ে বেশি করতে পারে: যিনি সবটা পারেন কেবল তিনিই বদলাতে পারেন।",
  ],
  "role.kept": [
    "This role came with Lastmile and can't be deleted.",
    "ভূমিকাটি Lastmile-এর সঙ্গে এসেছে, মুছে ফেলা যায় না।",
  ],
  "role.name_fixed": [
    "A role that came with Lastmile keeps its name.",
    "Lastmile-এর সঙ্গে আসা ভূমিকার নাম বদলায় না।",
  ],
  "role.owner_fixed": [
    "The owner keeps all rights, so nobody is locked out.",
    "মালিকের সব অধিকার থাকে, যাতে কেউ আটকে না যায়।",
  ],
});
