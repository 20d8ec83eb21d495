// A camera that sees what a test holds in front of it: a file of raw video that Chromium plays as its device.
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encode } from "uqr";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { newId } from "../../../shared/kernel/id.ts";

const WIDTH = 640;
const HEIGHT = 480;
const FRAMES = 5;
const WHITE = 235;
const BLACK = 16;

/** Which points of a code are dark. */
interface Code {
  readonly width: number;
  readonly height: number;
  isDark(x: number, y: number): boolean;
}

function qr(text: string): Code {
  const { data, size } = encode(text, { border: 2 });
  return { width: size, height: size, isDark: (x, y) => data[y]?.[x] === true };
}

async function bars(text: string): Promise<Code> {
  const program = await readFile(fileURLToPath(import.meta.resolve("zxing-wasm/writer/zxing_writer.wasm")));
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(program).buffer },
    fireImmediately: true,
  });
  const { symbol } = await writeBarcode(text, { format: "Code128", addQuietZones: true });
  const middle = Math.floor(symbol.height / 2);
  return {
    width: symbol.width,
    height: 60,
    isDark: (x) => (symbol.data[middle * symbol.width + x] ?? 255) < 128,
  };
}

/** A frame with the code in its middle, as large as it fits by whole pixels; grey where nothing is held. */
function frame(code: Code | null): Buffer {
  const luma = Buffer.alloc(WIDTH * HEIGHT, code ? WHITE : 120);
  if (code) {
    const scale = Math.max(1, Math.floor(Math.min((WIDTH - 60) / code.width, (HEIGHT - 60) / code.height)));
    const left = Math.floor((WIDTH - code.width * scale) / 2);
    const top = Math.floor((HEIGHT - code.height * scale) / 2);
    for (let y = 0; y < code.height * scale; y++)
      for (let x = 0; x < code.width * scale; x++)
        if (code.isDark(Math.floor(x / scale), Math.floor(y / scale)))
          luma[(top + y) * WIDTH + left + x] = BLACK;
  }
  return Buffer.concat([luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
}

export interface FakeCamera {
  /** What Chromium is told, so that this is its camera. */
  readonly args: readonly string[];
  /** What is before the lens when the camera is opened next. */
  showQr(text: string): Promise<void>;
  showBars(text: string): Promise<void>;
  showNothing(): Promise<void>;
  close(): Promise<void>;
}

/** Begins with nothing before the lens. */
export async function fakeCamera(): Promise<FakeCamera> {
  const file = join(tmpdir(), `camera-${newId()}.y4m`);
  const show = async (code: Code | null) => {
    const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
    const one = Buffer.concat([Buffer.from("FRAME\n"), frame(code)]);
    await writeFile(file, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => one)]));
  };
  await show(null);
  return {
    args: ["--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${file}`],
    showQr: (text) => show(qr(text)),
    showBars: async (text) => show(await bars(text)),
    showNothing: () => show(null),
    close: () => rm(file, { force: true }),
  };
}
