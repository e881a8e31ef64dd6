/** Instants as a person at this computer reads them: `10:42`, or with the day when it was another one. */
export function shownTime(instant: string, now: Date = new Date()): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return at.toDateString() === now.toDateString() ? time : `${at.toLocaleDateString('en-CA').slice(5)} ${time}`;
}
