/** Instants in exported files: in the hospital's time zone, beside UTC. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-03-02 11:40:00 +02:00`: the offset tells the two hours of autumn apart that have the same time. */
export function hospitalTime(instant: string | Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZone,
      timeZoneName: 'longOffset',
    });
    formats.set(timeZone, format);
  }
  return format.format(new Date(instant)).replace(/ GMT$/, ' +00:00').replace('GMT', '').replace('\u2212', '-');
}
