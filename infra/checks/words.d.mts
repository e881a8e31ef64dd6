interface Language {
  /** BCP 47, such as `ar`. */
  readonly code: string;
  /** In ICU's format, by id. */
  readonly messages: Readonly<Record<string, string>>;
}
interface Source {
  readonly path: string;
  readonly text: string;
}
export function check(sources: readonly Source[], languages: readonly Language[]): string[];
export function sources(): Source[];
export function languages(): Language[];
