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
/** Each folder of languages, and the source that uses its words. */
export const catalogues: readonly { readonly source: string; readonly locales: string }[];
export function headlessComments(files: readonly Source[]): string[];
export function sources(folder: string): Source[];
export function languages(folder: string): Language[];
