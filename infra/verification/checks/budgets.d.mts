export interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
export interface Measured {
  what: string;
  kilobytes: number;
  budget: number;
}
export const budgets: Readonly<
  Record<'first' | 'frame' | 'screen' | 'admission' | 'editor' | 'chart' | 'styles', number>
>;
export function measure(manifest: Record<string, Chunk>, sizeOf: (file: string) => number): Measured[];
