/** The hospital's time zone from the server's settings; the device's time zone until it is known. */
let zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const timeZone = (): string => zone;
export function setTimeZone(name: string): void {
  zone = name;
}
