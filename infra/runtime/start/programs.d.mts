export const programs: readonly string[];
export function builtPath(file: string): string;
export function modulesPath(built: string): string;
