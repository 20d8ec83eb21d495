// A router's sensors in words, with units and in a good order: RouterOS 7 tells the unit, RouterOS 6 the name alone. Pure.
import type { HealthReading } from "../../../shared/network/live/question-wire.ts";
import type { Key, Translate } from "../../kernel/i18n/index.ts";

export interface Sensor {
  /** As the router calls it. */
  readonly name: string;
  readonly label: string;
  readonly text: string;
  /** It says itself that it has failed. */
  readonly is_bad: boolean;
}

const MEASURES = {
  temperature: { unit: "°C", label: "sensor.temperature" },
  state: { unit: "", label: "sensor.state" },
  speed: { unit: "rpm", label: "sensor.state" },
  voltage: { unit: "V", label: "sensor.voltage" },
  current: { unit: "A", label: "sensor.current" },
  consumption: { unit: "W", label: "sensor.consumption" },
} as const satisfies Record<string, { unit: string; label: Key }>;
type Measure = keyof typeof MEASURES;
const ORDER: readonly string[] = Object.keys(MEASURES);
const isMeasure = (name: string): name is Measure => Object.hasOwn(MEASURES, name);

const PLACES = {
  "": "sensor.at.device",
  board: "sensor.at.device",
  power: "sensor.at.device",
  cpu: "sensor.at.cpu",
  sfp: "sensor.at.sfp",
  switch: "sensor.at.switch",
  phy: "sensor.at.phy",
  psu: "sensor.at.psu",
  fan: "sensor.at.fan",
  jack: "sensor.at.jack",
  "poe-in": "sensor.at.poe_in",
  "poe-out": "sensor.at.poe_out",
} as const satisfies Record<string, Key>;
const isPlace = (name: string): name is keyof typeof PLACES => Object.hasOwn(PLACES, name);

/** "cpu-temperature", "board-temperature1", "fan1-speed", "psu2-state", "voltage". */
const NAME = /^(?:(?<place>[a-z-]+?)(?<first>\d*)-)?(?<measure>[a-z]+)(?<last>\d*)$/;
const WORKS = ["ok", "good"];

function measureOf(name: string): { place: string; number: string; measure: Measure } | null {
  const { place = "", first = "", measure = "", last = "" } = NAME.exec(name)?.groups ?? {};
  return isMeasure(measure) ? { place, number: first || last, measure } : null;
}

/** What has no words is shown as the router says it, at the end. */
export function sensorsOf(health: readonly HealthReading[], t: Translate, locale: string): readonly Sensor[] {
  const rank = ({ name }: HealthReading) => {
    const measure = measureOf(name)?.measure;
    return measure ? ORDER.indexOf(measure) : ORDER.length;
  };
  return [...health].sort((a, b) => rank(a) - rank(b)).map((reading) => sensorOf(reading, t, locale));
}

function sensorOf({ name, value, type }: HealthReading, t: Translate, locale: string): Sensor {
  const known = measureOf(name);
  const plain = new Intl.NumberFormat(locale);
  const number = /^-?\d+(\.\d+)?$/.test(value) ? plain.format(Number(value)) : null;
  if (known === null || !isPlace(known.place))
    return {
      name,
      label: name.replaceAll("-", " "),
      text: `${number ?? value} ${type}`.trim(),
      is_bad: false,
    };
  const { place, measure } = known;
  const at = t(PLACES[place]);
  const label = t(MEASURES[measure].label, {
    at: known.number ? `${at} ${plain.format(Number(known.number))}` : at,
  });
  if (number !== null)
    return { name, label, text: `${number} ${MEASURES[measure].unit}`.trim(), is_bad: false };
  const works = WORKS.includes(value.toLowerCase());
  return { name, label, text: works ? t("sensor.works") : t("sensor.failed", { value }), is_bad: !works };
}
