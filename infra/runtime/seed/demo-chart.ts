/**
 * The medicines of a demo patient from day to day: each for its usual time, and as recommendations change it.
 */
import { type Case, medicineOf } from './demo-cases.ts';
import type { Random } from 'language/domain/testing/random';

export interface DemoChart {
  /** Keys of the medicines, in the order of the chart. @param day of the stay, from 1 */
  on(day: number): string[];
  stop(medicine: string, fromDay: number): void;
  start(medicine: string, fromDay: number): void;
}

/** Medicines of the sickest patients only: they end when the patient improves. */
const acuteOnly: readonly string[] = ['norepinephrine', 'midazolam', 'propofol', 'fentanyl'];
const FOR_EVER = Number.POSITIVE_INFINITY;

export function createChart({ medicines, later }: Case, calmFrom: number, random: Random): DemoChart {
  const lines: { readonly medicine: string; readonly from: number; to: number }[] = [];
  const add = (medicine: string, from: number): void => {
    const { lasts } = medicineOf(medicine);
    const usual = lasts ? from + random.between(...lasts) - 1 : FOR_EVER;
    lines.push({ medicine, from, to: acuteOnly.includes(medicine) ? Math.min(usual, calmFrom - 1) : usual });
  };
  for (const medicine of medicines) add(medicine, 1);
  for (const { medicine, fromDay } of later) add(medicine, fromDay + random.between(0, 1));
  return {
    on: (day) => lines.filter(({ from, to }) => from <= day && day <= to).map(({ medicine }) => medicine),
    stop(medicine, fromDay) {
      for (const line of lines) if (line.medicine === medicine) line.to = Math.min(line.to, fromDay - 1);
    },
    start(medicine, fromDay) {
      const index = lines.findIndex((line) => line.medicine === medicine && line.from >= fromDay);
      if (index >= 0) lines.splice(index, 1);
      if (!lines.some((line) => line.medicine === medicine && line.to >= fromDay)) add(medicine, fromDay);
    },
  };
}
