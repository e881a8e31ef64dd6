/** Reads what `GET /metrics` answers, as Prometheus does. */

export interface Scrape {
  /** The names of all metrics, also of those without a sample yet; of a histogram those with `_bucket`, `_sum`, `_count`. */
  readonly names: ReadonlySet<string>;
  readonly count: number;
  /** The sum of the series with this name that have these labels; undefined if there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
}

/** @throws Error for a line that is no sample */
export function readScrape(text: string): Scrape {
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === '') throw new Error(`Not a sample: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return {
        name,
        value: Number(value),
        labels: new Map(pairs.map(([, label, content]) => [label, content])),
      };
    });
  return {
    names: new Set([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(namesOf)),
    count: samples.length,
    value(name, labels = {}) {
      const found = samples.filter(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels.get(label) === value),
      );
      return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

const namesOf = ([, name = '', kind]: RegExpExecArray): string[] =>
  kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name];
