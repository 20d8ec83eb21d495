// A DNS server of a test's own on loopback: it answers TXT questions from a table, over UDP, as resolvers ask them.
import { createSocket } from "node:dgram";
import { once } from "node:events";

const HEADER = 12;
const TXT = 16;

interface TestDns {
  /** "address:port". */
  address: string;
  /** The TXT records of a name; a name without any does not exist. */
  records: Map<string, string[]>;
  /** What becomes of a question: answered, left alone, or refused as a broken server does. */
  mood: "answers" | "silent" | "fails";
  questions: string[];
  close(): Promise<void>;
}

function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 + 4 };
}

function record(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.from([0xc0, HEADER, 0, TXT, 0, 1, 0, 0, 0, 0, 0, bytes.length + 1, bytes.length]);
  return Buffer.concat([head, bytes]);
}

function answer(question: Buffer, end: number, texts: readonly string[] | null, code: number): Buffer {
  const header = Buffer.alloc(HEADER);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts?.length ?? 0, 6);
  return Buffer.concat([header, question.subarray(HEADER, end), ...(texts ?? []).map(record)]);
}

export async function startTestDns(): Promise<TestDns> {
  const socket = createSocket("udp4");
  const dns: TestDns = {
    address: "",
    records: new Map(),
    mood: "answers",
    questions: [],
    close: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
  socket.on("message", (question, { address, port }) => {
    const { name, end } = nameIn(question);
    dns.questions.push(name);
    if (dns.mood === "silent") return;
    const texts = dns.records.get(name);
    const code = dns.mood === "fails" ? 2 : texts ? 0 : 3;
    socket.send(answer(question, end, code === 0 ? (texts ?? []) : null, code), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  dns.address = `127.0.0.1:${socket.address().port}`;
  return dns;
}
