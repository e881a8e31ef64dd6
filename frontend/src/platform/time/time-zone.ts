/** The hospital's time zone, from the server's settings; until it is known, this device's. */
let zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const timeZone = (): string => zone;
export function setTimeZone(name: string): void {
  zone = name;
}
