export function compress(folder: string, kept: string): Promise<void>;
