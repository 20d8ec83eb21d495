// Words of a record's timeline.
import { dictionary } from "../i18n/dictionary.ts";

export const timelineTexts = dictionary({
  "timeline.as_of": [
    "Without a line: as this computer knew it at {{time}}.",
    "সংযোগ নেই: {{time}}-এ এই কম্পিউটার যা জানত।",
  ],
  "timeline.filter": ["Kinds", "ধরন"],
  "timeline.key_lines": ["From line to line", "এক লাইন থেকে আরেক লাইনে"],
  "timeline.key_open": ["Open what the line tells of", "লাইনের নথি খুলুন"],
  "timeline.none": ["Nothing has happened yet", "এখনো কিছু ঘটেনি"],
  "timeline.none_hint": ["What happens stands here, the newest first.", "যা ঘটে তা এখানে থাকবে, নতুনটি আগে।"],
  "timeline.not_here": ["Not on this computer: {{kinds}}.", "এই কম্পিউটারে নেই: {{kinds}}।"],
  "timeline.older": ["Older", "আরও পুরোনো"],
});
