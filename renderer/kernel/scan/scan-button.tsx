// A button that reads a code with the camera, beside a field that can be typed into as well.
import { ActionIcon, type ActionIconProps, Button } from "@mantine/core";
import { IconScan } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useWords } from "../i18n/index.ts";
import { hasCamera } from "./camera.ts";
import { scan } from "./scanning.ts";

/** Whether this device has a camera now; one that is plugged in later is seen. */
function useCamera(): boolean {
  const [here, setHere] = useState(false);
  useEffect(() => {
    let over = false;
    const look = () => void hasCamera().then((found) => !over && setHere(found));
    look();
    navigator.mediaDevices?.addEventListener?.("devicechange", look);
    return () => {
      over = true;
      navigator.mediaDevices?.removeEventListener?.("devicechange", look);
    };
  }, []);
  return here;
}

interface ScanButtonProps {
  /** What was read: as it stands in the code, without blanks around it. */
  readonly onFound: (text: string) => void;
  /** What it scans; "Scan a code" unless told. With `wide` it is written on the button. */
  readonly label?: string;
  readonly wide?: boolean;
  readonly size?: ActionIconProps["size"];
  readonly disabled?: boolean;
  /** Told before the camera's dialog opens: for what must be out of its way. */
  readonly onOpen?: () => void;
}

/** Not there on a computer without a camera: a reader that types works in the field itself. */
export function ScanButton({ onFound, label, wide = false, size = "lg", disabled, onOpen }: ScanButtonProps) {
  const t = useWords();
  const camera = useCamera();
  if (!camera) return null;
  const name = label ?? t("scan.action");
  const open = () => {
    onOpen?.();
    scan({ title: name, onFound });
  };
  if (wide)
    return (
      <Button
        variant="default"
        leftSection={<IconScan size={18} aria-hidden />}
        onClick={open}
        disabled={disabled}
      >
        {name}
      </Button>
    );
  return (
    <ActionIcon size={size} aria-label={name} title={name} onClick={open} disabled={disabled}>
      <IconScan size={20} aria-hidden />
    </ActionIcon>
  );
}
