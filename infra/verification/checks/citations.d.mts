export interface SourceFile {
  readonly path: string;
  readonly text: string;
}
export function check(
  files: readonly SourceFile[],
  exists: (path: string) => boolean,
): { readonly found: string[]; readonly cited: number };
export function sources(folder?: string): SourceFile[];
export function isThere(path: string): boolean;
