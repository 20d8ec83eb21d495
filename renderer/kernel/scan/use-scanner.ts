// Looks through the camera until it reads a code. The camera is released as soon as it did, or the dialog is closed.
import { type RefObject, useEffect, useRef, useState } from "react";
import { type Camera, type CameraTrouble, openCamera, troubleOf } from "./camera.ts";
import { prepareReader, readCode } from "./code-reader.ts";

/** Pictures are looked at this often: reading one takes a few hundredths of a second on a cheap phone. */
const EVERY_MS = 120;

export interface Scanner {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly trouble: CameraTrouble | null;
  /** The reader's own program did not come. */
  readonly failure: unknown;
  readonly torch: Camera["torch"];
  /** Asks for the camera once more. */
  again(): void;
}

/** What the video shows now; null before its first picture. */
function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(video, 0, 0);
  return context?.getImageData(0, 0, width, height) ?? null;
}

/** Reads until something is sure, or the signal is aborted. */
async function readFrom(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const canvas = document.createElement("canvas");
  let before: string | null = null;
  while (!signal.aborted) {
    const picture = pictureOf(video, canvas);
    const code = picture ? await readCode(picture) : null;
    if (signal.aborted) return null;
    if (code && (code.is_sure || code.text === before)) return code.text;
    if (code) before = code.text;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  return null;
}

/** @param onFound called once for each time that a code is read. */
export function useScanner(onFound: (text: string) => void): Scanner {
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onFound);
  found.current = onFound;
  const [attempt, setAttempt] = useState(0);
  const [camera, setCamera] = useState<Camera | null>(null);
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt counts requests for the camera
  useEffect(() => {
    const leaving = new AbortController();
    let opened: Camera | null = null;
    const letGo = () => {
      leaving.abort();
      opened?.close();
      opened = null;
      setCamera(null);
    };
    const look = async () => {
      setTrouble(null);
      setFailure(null);
      const preparing = prepareReader();
      preparing.catch(() => undefined);
      try {
        opened = await openCamera();
      } catch (error) {
        if (!leaving.signal.aborted) setTrouble(troubleOf(error));
        return;
      }
      // Whoever left while the browser asked for leave must not be looked at.
      if (leaving.signal.aborted) return opened.close();
      setCamera(opened);
      const element = video.current;
      if (!element) return letGo();
      element.srcObject = opened.stream;
      await element.play();
      await preparing;
      const text = await readFrom(element, leaving.signal);
      if (text === null) return;
      letGo();
      found.current(text);
    };
    look().catch((error: unknown) => {
      if (leaving.signal.aborted) return;
      letGo();
      setFailure(error);
    });
    return letGo;
  }, [attempt]);

  return {
    video,
    trouble,
    failure,
    torch: camera?.torch ?? null,
    again: () => setAttempt((n) => n + 1),
  };
}
