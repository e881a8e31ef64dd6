interface SourceMap {
  readonly version: number;
  readonly names: readonly string[];
  readonly mappings: string;
}
export function moduleFiles(root: string): ReadonlyMap<string, string>;
export function writeModules(root: string): readonly string[];
export function stripTypes(source: string, text: string): { readonly code: string; readonly map: SourceMap };
