/** The version of the running product, for its operator. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** The same from the sources and from what is built. */
const ROOT = new URL('../../../../', import.meta.url);
const PackageJson = z.object({ version: z.string() });

/** The name of a release with its commit (infra/operations/release), else the version of package.json. */
export function productVersion(root: URL = ROOT): string {
  const named = /^VERSION=(.+)$/m.exec(textOf(new URL('MANIFEST', root)) ?? '')?.[1];
  return (
    named ?? PackageJson.parse(JSON.parse(textOf(new URL('package.json', root)) ?? '{"version":"unknown"}')).version
  );
}

function textOf(file: URL): string | undefined {
  try {
    return readFileSync(fileURLToPath(file), 'utf8');
  } catch {
    return undefined;
  }
}
