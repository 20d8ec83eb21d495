// Somebody signs with a finger, a pen or the mouse; who can't types the name, which is always asked for beside it.
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconEraser, IconWritingSign } from "@tabler/icons-react";
import { type PointerEvent, type Ref, useImperativeHandle, useRef, useState } from "react";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import classes from "./day.module.css";

/** Pixels of the picture; what is shown is as wide as there is room. */
const SIZE = { width: 900, height: 300 } as const;
const INK = { color: "#111", width: 4 } as const;

export interface Signing {
  /** Keeps what was drawn and is not kept yet. */
  keep(): Promise<unknown>;
}

interface SignaturePadProps {
  ref: Ref<Signing>;
  /** Says what stands below the line to sign on. */
  label: string;
  /** How many were kept already. */
  kept: number;
  /** Keeps the drawing; the pad is empty again when it resolves. */
  onDone: (drawing: Blob) => Promise<unknown>;
}

function placeOn(canvas: HTMLCanvasElement, { clientX, clientY }: PointerEvent): [number, number] {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return [((clientX - left) / width) * SIZE.width, ((clientY - top) / height) * SIZE.height];
}

/** Draws while a pointer is down; answers whether there is any ink. */
function useInk() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [inked, setInked] = useState(false);
  const down = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = event.currentTarget.getContext("2d");
    if (!pen) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    Object.assign(pen, { strokeStyle: INK.color, lineWidth: INK.width, lineCap: "round", lineJoin: "round" });
    pen.beginPath();
    pen.moveTo(...placeOn(event.currentTarget, event));
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const pen = event.currentTarget.getContext("2d");
    pen?.lineTo(...placeOn(event.currentTarget, event));
    pen?.stroke();
    setInked(true);
  };
  const clear = () => {
    canvas.current?.getContext("2d")?.clearRect(0, 0, SIZE.width, SIZE.height);
    setInked(false);
  };
  return { canvas, inked, down, move, clear };
}

export function SignaturePad({ ref, label, kept, onDone }: SignaturePadProps) {
  const t = useWords();
  const { canvas, inked, down, move, clear } = useInk();
  const keepNow = async () => {
    const drawing = await new Promise<Blob | null>((resolve) => {
      if (canvas.current) canvas.current.toBlob(resolve, "image/png");
      else resolve(null);
    });
    if (!drawing) return;
    await onDone(drawing);
    clear();
  };
  // Who finishes the job while it is being kept waits for that, and it is kept once.
  const underWay = useRef<Promise<void> | null>(null);
  const keep = () => {
    underWay.current ??= keepNow().finally(() => {
      underWay.current = null;
    });
    return underWay.current;
  };
  const keeping = useCall(keep);
  useImperativeHandle(ref, () => ({ keep: async () => (inked ? keep() : undefined) }));
  return (
    <Stack gap="xs">
      <Text fz="sm" fw={500}>
        {label}
      </Text>
      <canvas
        ref={canvas}
        {...SIZE}
        className={classes.pad}
        role="img"
        aria-label={label}
        onPointerDown={down}
        onPointerMove={move}
      />
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconWritingSign size={16} aria-hidden />}
          disabled={!inked}
          loading={keeping.busy}
          onClick={() => void keeping.run()}
        >
          {t("day.keep_signature")}
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconEraser size={16} aria-hidden />}
          disabled={!inked}
          onClick={clear}
        >
          {t("day.clear")}
        </Button>
        {kept > 0 ? (
          <Text fz="sm" role="status" c="var(--money-credit)">
            {t("day.signature_kept")}
          </Text>
        ) : null}
      </Group>
      <Trouble error={keeping.error} />
    </Stack>
  );
}
