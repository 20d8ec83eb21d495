// Finds a QR code or a barcode in a picture: ZXing, whose code comes from our own server, never from another.
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import program from "zxing-wasm/reader/zxing_reader.wasm?url";

const MATRIX = ["QRCode", "DataMatrix"] as const;
const LINEAR = ["Code128", "Code39", "Code93", "EAN13", "EAN8", "UPCA", "UPCE", "ITF"] as const;

/** Loads what reads, so that the first picture waits for nothing. */
export async function prepareReader(): Promise<void> {
  await prepareZXingModule({ overrides: { locateFile: () => program }, fireImmediately: true });
}

interface ReadCode {
  readonly text: string;
  /** Its own error correction vouches for it; bars that were read wrongly may look right once, not twice. */
  readonly is_sure: boolean;
}

/** The first code in a picture; null where there is none. Call `prepareReader` before. */
export async function readCode(picture: ImageData): Promise<ReadCode | null> {
  const [found] = await readBarcodes(picture, { formats: [...MATRIX, ...LINEAR], maxNumberOfSymbols: 1 });
  const text = found?.text.trim() ?? "";
  if (!found || text === "") return null;
  return { text, is_sure: MATRIX.some((format) => found.format === format || found.symbology === format) };
}
