export function violations(files: readonly { readonly path: string; readonly text: string }[]): string[];
