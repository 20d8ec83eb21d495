// Where a work order is: latitude and longitude, typed, pasted together, or taken from where this device is.
import { Alert, Button, Group, Input, TextInput } from "@mantine/core";
import { IconCurrentLocation } from "@tabler/icons-react";
import { useState } from "react";
import { desktopBridge } from "../kernel/desktop-bridge.ts";
import { type Key, useWords } from "../kernel/i18n/index.ts";
import type { InputProps } from "../kernel/resource/kinds/kind.ts";
import { apart, type Coordinates, coordinatesText, readCoordinates } from "./coordinates.ts";

/** Computers without a receiver have no place that a technician could find. */
const canLocate = () => desktopBridge() === null && "geolocation" in navigator;

const WAIT_MS = 20_000;

/** A text of five decimals tells places apart that are a metre from each other. */
const precise = (degrees: number) => degrees.toFixed(5);

export function CoordinatesInput({ id, label, value, error, disabled, autoFocus, onChange }: InputProps) {
  const t = useWords();
  const [asking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState<Key | null>(null);
  const [place, setPlace] = useState(() => readCoordinates(String(value)));
  const set = (next: Coordinates) => {
    setPlace(next);
    onChange(coordinatesText(next));
  };
  const locate = () => {
    setAsking(true);
    setTrouble(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        set({ latitude: precise(coords.latitude), longitude: precise(coords.longitude) });
      },
      ({ code, PERMISSION_DENIED }) => {
        setAsking(false);
        setTrouble(code === PERMISSION_DENIED ? "task.place.refused" : "task.place.unknown");
      },
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: 0 },
    );
  };
  return (
    <Input.Wrapper label={label} error={error} labelElement="div" role="group" aria-label={label}>
      <Group gap="md" align="flex-end" grow preventGrowOverflow={false}>
        <TextInput
          id={id}
          label={t("task.latitude")}
          placeholder="23.81234"
          value={place.latitude}
          disabled={disabled}
          autoComplete="off"
          inputMode="decimal"
          className="figures"
          {...(autoFocus ? { "data-autofocus": true } : {})}
          onChange={({ currentTarget }) =>
            set(apart(currentTarget.value, { ...place, latitude: currentTarget.value }))
          }
        />
        <TextInput
          label={t("task.longitude")}
          placeholder="90.41234"
          value={place.longitude}
          disabled={disabled}
          autoComplete="off"
          inputMode="decimal"
          className="figures"
          onChange={({ currentTarget }) =>
            set(apart(currentTarget.value, { ...place, longitude: currentTarget.value }))
          }
        />
        {canLocate() ? (
          <Button
            variant="default"
            leftSection={<IconCurrentLocation size={16} aria-hidden />}
            loading={asking}
            data-reads
            disabled={disabled}
            onClick={locate}
          >
            {t("task.place.here")}
          </Button>
        ) : null}
      </Group>
      {trouble ? (
        <Alert color="orange" mt="xs" role="status">
          {t(trouble)}
        </Alert>
      ) : null}
    </Input.Wrapper>
  );
}
