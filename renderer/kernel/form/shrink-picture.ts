// Makes a picture small enough for a phone's line, before it is kept: drawn again, so that nothing goes along that the camera
// wrote beside it (the place, the device, the owner's name).

/** Longest side in pixels: labels and meters stay readable. */
const LONGEST = 1_600;
/** What a picture should be at most, in bytes. */
const WANTED = 300_000;
const QUALITIES = [0.82, 0.72, 0.6, 0.5];
/** Where no quality does, it is drawn smaller by this much, again and again. */
const SMALLER = 0.75;

export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly content_type: "image/jpeg" | "image/png";
  readonly width: number;
  readonly height: number;
  /** Hexadecimal digits. */
  readonly sha256: string;
}

const toBlob = (canvas: HTMLCanvasElement, type: string, quality?: number) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture can't be written"))),
      type,
      quality,
    );
  });

function draw(image: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The picture can't be drawn");
  // What was transparent would be black in a JPEG.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function smallest(image: ImageBitmap): Promise<[HTMLCanvasElement, Blob]> {
  for (let scale = Math.min(1, LONGEST / Math.max(image.width, image.height)); ; scale *= SMALLER) {
    const canvas = draw(image, scale);
    for (const quality of QUALITIES) {
      const blob = await toBlob(canvas, "image/jpeg", quality);
      if (blob.size <= WANTED || canvas.width * canvas.height < 40_000) return [canvas, blob];
    }
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A photo as a JPEG; lines on white, as a signature is, as a PNG.
 * @throws Error for what is no picture.
 */
export async function shrinkPicture(file: Blob, kind: "photo" | "lines" = "photo"): Promise<Picture> {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    const content_type = kind === "lines" ? "image/png" : "image/jpeg";
    const whole = Math.min(1, LONGEST / Math.max(image.width, image.height));
    const [canvas, blob] =
      kind === "lines"
        ? await (async () => {
            const drawn = draw(image, whole);
            return [drawn, await toBlob(drawn, content_type)] as const;
          })()
        : await smallest(image);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return { bytes, content_type, width: canvas.width, height: canvas.height, sha256: await sha256(bytes) };
  } finally {
    image.close();
  }
}
