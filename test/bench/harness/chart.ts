// A chart of all that has a goal: how far each measure is on the good side of it, or on the other.
import { type Finding, isGood } from "./row.ts";

const ROW = 26;
const TOP = 44;
const LABELS = 620;
const HALF = 220;
/** The ends of the scale: eight times better, eight times worse. */
const MOST = 8;

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** How many times better than its goal a value is; below 1 it is worse. */
function better({ value, goal }: Finding): number {
  if (value === null || goal === null) return 1;
  return "at_least" in goal ? value / goal.at_least : goal.at_most / value;
}

/** The findings that have a goal, as an SVG image. */
export function chart(findings: readonly Finding[]): string {
  const shown = findings.filter(({ value, goal }) => value !== null && goal !== null);
  const middle = LABELS + HALF;
  const bars = shown.map((finding, index) => {
    const y = TOP + index * ROW;
    const times = better(finding);
    const length = (Math.log2(Math.min(MOST, Math.max(1 / MOST, times))) / Math.log2(MOST)) * HALF;
    const x = length < 0 ? middle + length : middle;
    const label = finding.what.length > 95 ? `${finding.what.slice(0, 94)}…` : finding.what;
    const colour = isGood(finding) ? "#2f9e44" : "#e03131";
    return `<text x="${LABELS - 10}" y="${y + 15}" text-anchor="end">${escaped(label)}</text>
<rect x="${x.toFixed(1)}" y="${y + 3}" width="${Math.max(1, Math.abs(length)).toFixed(1)}" height="16" fill="${colour}"/>
<text x="${length < 0 ? x - 6 : x + length + 6}" y="${y + 15}" text-anchor="${length < 0 ? "end" : "start"}">${times.toFixed(2)}</text>`;
  });
  const height = TOP + shown.length * ROW + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${LABELS + 2 * HALF + 60}" height="${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${middle}" y="18" text-anchor="middle" font-weight="bold">times better than the goal</text>
<text x="${middle}" y="34" text-anchor="middle">worse ← 1 → better (up to ${MOST} times)</text>
<line x1="${middle}" x2="${middle}" y1="${TOP}" y2="${height}" stroke="#868e96"/>
${bars.join("\n")}
</svg>
`;
}
