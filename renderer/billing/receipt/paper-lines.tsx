// A receipt's lines on screen, right edges true in every script.
import { type PaperLine, paperLine } from "../../../shared/billing/documents/paper-layout.ts";

function Line({ part }: { part: PaperLine }) {
  switch (part.kind) {
    case "rule":
      return <div className="receipt-rule" aria-hidden />;
    case "text":
      return <div style={{ textAlign: part.align }}>{part.text}</div>;
    case "pair":
      return (
        <div className="receipt-pair">
          <span>{part.left}</span> <span>{part.right}</span>
        </div>
      );
  }
}

export function PaperLines({ lines, columns }: { lines: readonly string[]; columns: number }) {
  return (
    <div style={{ width: `${columns}ch` }}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a receipt never move, and may repeat
        <Line key={index} part={paperLine(line, columns)} />
      ))}
    </div>
  );
}
