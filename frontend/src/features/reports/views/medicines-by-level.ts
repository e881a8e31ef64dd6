/** The report of medicines by any level of the ATC code. */
import type { MedicineOfPeriod } from 'language/contract/reports';
import { atcLevels } from 'language/domain/drug/classification';

export type Level = keyof typeof atcLevels;

/** Every figure of a group is the sum of its substances: an agent has days of therapy of its own. */
export function medicinesByLevel(medicines: readonly MedicineOfPeriod[], level: Level): MedicineOfPeriod[] {
  const groups = new Map<string, MedicineOfPeriod>();
  for (const one of medicines) {
    const atc = one.atc.slice(0, atcLevels[level]);
    const sum = groups.get(atc);
    groups.set(
      atc,
      sum === undefined
        ? { ...one, atc }
        : {
            atc,
            labels: [...sum.labels, ...one.labels],
            errors: sum.errors + one.errors,
            orders: sum.orders + one.orders,
            unknownAmount: sum.unknownAmount + one.unknownAmount,
            unknownDays: sum.unknownDays + one.unknownDays,
            ddd: sum.ddd + one.ddd,
            daysOfTherapy: sum.daysOfTherapy + one.daysOfTherapy,
          },
    );
  }
  return [...groups.values()];
}
