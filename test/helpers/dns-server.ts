// A DNS server of a test's own on loopback: it answers questions for TXT, A and AAAA from tables, over UDP, as resolvers ask them.
import { createSocket } from "node:dgram";
import { once } from "node:events";

const HEADER = 12;
const TYPES = { A: 1, TXT: 16, AAAA: 28 } as const;

interface TestDns {
  /** "address:port". */
  address: string;
  /** The TXT records of a name; a name without any does not exist. */
  records: Map<string, string[]>;
  /** The addresses of a name, IPv4 and IPv6 in eight groups; the answers one after the other, of which the last one stays. */
  addresses: Map<string, string[][]>;
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

function record(type: number, bytes: Buffer): Buffer {
  const head = Buffer.from([0xc0, HEADER, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
}

function textRecord(text: string): Buffer {
  const bytes = Buffer.from(text);
  return record(TYPES.TXT, Buffer.concat([Buffer.from([bytes.length]), bytes]));
}

function addressRecord(address: string): Buffer {
  if (!address.includes(":")) return record(TYPES.A, Buffer.from(address.split(".").map(Number)));
  return record(
    TYPES.AAAA,
    Buffer.from(
      address
        .split(":")
        .map((group) => group.padStart(4, "0"))
        .join(""),
      "hex",
    ),
  );
}

function answer(question: Buffer, end: number, records: readonly Buffer[], code: number): Buffer {
  const header = Buffer.alloc(HEADER);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question.subarray(HEADER, end), ...records]);
}

/** Null: there is no such name. */
function recordsOf({ records, addresses }: TestDns, name: string, type: number): Buffer[] | null {
  if (type === TYPES.TXT) return records.get(name)?.map(textRecord) ?? null;
  const answers = addresses.get(name);
  if (!answers) return null;
  const wanted = answers[0]?.filter((address) => address.includes(":") === (type === TYPES.AAAA)) ?? [];
  // Both kinds are asked for at once: the next answer begins behind the second.
  if (type === TYPES.AAAA && answers.length > 1) answers.shift();
  return wanted.map(addressRecord);
}

export async function startTestDns(): Promise<TestDns> {
  const socket = createSocket("udp4");
  const dns: TestDns = {
    address: "",
    records: new Map(),
    addresses: new Map(),
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
    const type = question.readUInt16BE(end - 4);
    const known = recordsOf(dns, name, type);
    const code = dns.mood === "fails" ? 2 : known ? 0 : 3;
    socket.send(answer(question, end, code === 0 ? (known ?? []) : [], code), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  dns.address = `127.0.0.1:${socket.address().port}`;
  return dns;
}
