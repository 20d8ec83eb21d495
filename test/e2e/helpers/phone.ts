// A phone as the tests hold it: 390 pixels wide, touched by a finger.
import type { BrowserContextOptions, Page } from "playwright";

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** Elements that stick out to the side, so that the page would scroll sideways; none is what is wanted. */
export const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 160));
  });

/** A picture as a phone's camera makes one: large, with what the camera writes beside it. */
export async function aPhoto(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 3000, height: 2000 });
    const context = canvas.getContext("2d");
    for (let n = 0; n < 4000; n++) {
      if (!context) break;
      context.fillStyle = `hsl(${Math.random() * 360} 80% 50%)`;
      context.fillRect(Math.random() * 3000, Math.random() * 2000, 90, 60);
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.95));
    return Array.from(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0)));
  });
  const exif = Buffer.from("Exif\0\0GPS 23.81 90.41");
  const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([Buffer.from(bytes.slice(0, 2)), marker, exif, Buffer.from(bytes.slice(2))]);
}

/** What the camera gives back when its button is touched. */
export async function takePhoto(page: Page, buffer: Buffer): Promise<void> {
  await page
    .getByLabel("Take a photo", { exact: true })
    .and(page.locator("input"))
    .setInputFiles({ name: "IMG_1.jpg", mimeType: "image/jpeg", buffer });
}

/** Buttons, fields, heads of columns and places of the page that are lower than a thumb needs; none is what is wanted. */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const touched =
      "main :is(button, [role=tab], .mantine-Input-input, .mantine-Chip-label), header :is(a, button), nav[aria-label='Your places'] > *";
    return [...document.querySelectorAll(touched)].flatMap((element) => {
      const { width, height, right } = element.getBoundingClientRect();
      // What the eye does not see (the way past the header) is for keys.
      const isShown = width > 1 && right > 0 && element.checkVisibility({ visibilityProperty: true });
      // A link within words is as high as its words.
      const isLink = element.matches(".mantine-Anchor-root");
      return isShown && !isLink && height < 43.5 ? [element.outerHTML.slice(0, 160)] : [];
    });
  });
