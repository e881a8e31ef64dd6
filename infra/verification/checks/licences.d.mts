export interface Component {
  name: string;
  version: string;
  licenses?: { expression?: string; license?: { id?: string; name?: string } }[];
}
export const ALLOWED: string[];
export const FROM_FILES: Record<string, string>;
export function licenceOf(component: Component): string | undefined;
export function refusedLicences(components: Component[]): { package: string; licence: string | undefined }[];
