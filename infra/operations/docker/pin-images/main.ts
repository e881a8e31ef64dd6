/**
 * `npm run pin-images [-- --registry URL] [--check]`: writes the digest behind each image with a tag, in the Dockerfile,
 * the compose file and the manifests of Kubernetes. All or nothing: without a registry no file is changed.
 */
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { argumentsOf, runCommand } from '../../../runtime/start/program/operator-command.ts';
import { imagesIn, referenceOf, withDigests } from './references.ts';
import { digestOf, NoDigest } from './registry.ts';

const [DONE, NOT_DONE] = [0, 1];
const USAGE = `Usage: npm run pin-images [-- --registry URL] [--check] [--root FOLDER]

Writes the digest of each image into docker-compose.yml, infra/operations/docker/Dockerfile and infra/operations/kubernetes. Run it again for
newer images of the same tags.
  --registry URL   a mirror that has all images; else each image's own registry
  --check          changes nothing, and ends with 1 where a file would change
  --root FOLDER    the folder of docker-compose.yml; by default this one
`;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function filesOf(root: string): string[] {
  const manifests = readdirSync(join(root, 'infra/operations/kubernetes'), { recursive: true, encoding: 'utf8' });
  return [
    ...['docker-compose.yml', 'docker-compose.kurrentdb.yml'].filter((file) => existsSync(join(root, file))),
    'infra/operations/docker/Dockerfile',
    ...manifests.filter((file) => file.endsWith('.yaml')).map((file) => `infra/operations/kubernetes/${file}`),
  ].map((file) => join(root, file));
}

async function pin(root: string, registry: string | undefined, isCheck: boolean): Promise<number> {
  const texts = new Map<string, string>();
  for (const file of filesOf(root)) texts.set(file, await readFile(file, 'utf8'));
  const digests = new Map<string, string>();
  for (const image of new Set([...texts.values()].flatMap(imagesIn))) {
    const reference = referenceOf(image);
    if (reference) digests.set(image, await digestOf(reference, registry?.replace(/\/$/, '')));
  }
  let changed = 0;
  for (const [file, text] of texts) {
    const pinned = withDigests(text, digests);
    if (pinned === text) continue;
    changed += 1;
    if (!isCheck) await writeFile(file, pinned);
  }
  for (const [image, digest] of digests) say(`${image}@${digest}`);
  say(`${digests.size} images, ${changed} files ${isCheck ? 'would change' : 'changed'}.`);
  return isCheck && changed > 0 ? NOT_DONE : DONE;
}

const options = argumentsOf({
  options: {
    registry: { type: 'string' },
    root: { type: 'string', default: fileURLToPath(new URL('../../../../..', import.meta.url)) },
    check: { type: 'boolean', default: false },
  },
})?.values;
const command =
  options && (options.registry === undefined || URL.canParse(options.registry))
    ? () => pin(options.root, options.registry, options.check)
    : undefined;
await runCommand(USAGE, command, {
  sentenceOf: (error) =>
    error instanceof NoDigest
      ? `${error.message} No file was changed. Run this where the registry can be reached, or name a mirror with --registry.`
      : undefined,
});
