/**
 * The months that the metrics can be asked for: this one, the one before, and the one before that (specification §9).
 */
export interface Period {
  /** `2026-11`. */
  month: string;
  /** First and last day, `YYYY-MM-DD`. */
  startDate: string;
  endDate: string;
  /** `November 2026`. */
  label: string;
}

/** @param today `YYYY-MM-DD`, where the hospital stands */
export function lastThreeMonths(today: string): [Period, Period, Period] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const period = (back: number): Period => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const last = new Date(Date.UTC(year, month - back, 0));
    const [startDate, endDate] = [first, last].map((date) => date.toISOString().slice(0, 10)) as [string, string];
    return {
      month: startDate.slice(0, 7),
      startDate,
      endDate,
      label: new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(first),
    };
  };
  return [period(0), period(1), period(2)];
}
