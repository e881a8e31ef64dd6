/** The folder of a release: the product, Node, the commands of the operator, the manifest. */
import { chmod, copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Facts, writeManifest } from './manifest.ts';

export interface Content {
  /** A folder that is made, and replaced where it exists. */
  readonly folder: string;
  readonly version: string;
  readonly commit: string;
  readonly postgres: string;
  readonly schema: Facts['schema'];
  /** The program, its version without the leading v, and its licence. */
  readonly node: { readonly program: string; readonly version: string; readonly licence: string };
  /** The folder of `install` and the others. */
  readonly commands: string;
  /** Makes the folder of the product, which does not exist. */
  readonly fillApp: (folder: string) => Promise<void>;
  /** Lines of `libexec/commands`. */
  readonly commandLines: string;
  /** The native parts that `install` loads once (`libexec/native-parts.mjs`). */
  readonly native: object;
  /** LICENCES.txt */
  readonly licences: string;
}

/** Writes the folder of a release. */
export async function writeRelease(content: Content): Promise<void> {
  const { folder } = content;
  await rm(folder, { recursive: true, force: true });
  await cp(content.commands, folder, { recursive: true });
  await mkdir(join(folder, 'node/bin'), { recursive: true });
  await copyFile(content.node.program, join(folder, 'node/bin/node'));
  await chmod(join(folder, 'node/bin/node'), 0o755);
  await copyFile(content.node.licence, join(folder, 'node/LICENSE'));
  await content.fillApp(join(folder, 'app'));
  await writeFile(join(folder, 'libexec/commands'), content.commandLines);
  await writeFile(join(folder, 'libexec/native-parts.json'), JSON.stringify(content.native));
  await writeFile(join(folder, 'LICENCES.txt'), content.licences);
  await writeManifest(folder, { ...content, node: content.node.version });
}
