export interface Source {
  readonly path: string;
  readonly text: string;
}
export function violations(files: readonly Source[]): string[];
export function sources(root: string): Source[];
