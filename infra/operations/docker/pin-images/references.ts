/** References to images in the files of an installation, such as `postgres:17` or `node:24-bookworm-slim@sha256:…`. */

/** Where an image is named: `image: NAME` of compose and Kubernetes, `FROM NAME` of a Dockerfile. */
const NAMED = /^(\s*(?:- )?image:\s*|FROM\s+)(\S+)/gm;

export interface Reference {
  /** Such as `docker.io` or `quay.io`. */
  readonly registry: string;
  /** Such as `library/postgres`. */
  readonly repository: string;
  readonly tag: string;
}

/** @returns undefined for an image without a tag: it is built here */
export function referenceOf(name: string): Reference | undefined {
  const [tagged = ''] = name.split('@');
  const parts = /^(?:([^/]*[.:][^/]*)\/)?([^:]+):([\w.-]+)$/.exec(tagged);
  const [, registry = 'docker.io', repository, tag] = parts ?? [];
  if (repository === undefined || tag === undefined || registry === 'registry.hospital.example') return undefined;
  const isOfficial = registry === 'docker.io' && !repository.includes('/');
  return { registry, repository: isOfficial ? `library/${repository}` : repository, tag };
}

/** The images of a file that have a tag, without digests, each once. */
export const imagesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(NAMED)]
      .map(([, , name = '']) => name.split('@')[0] ?? '')
      .filter((name) => referenceOf(name) !== undefined),
  ),
];

/** @param digests by name with its tag, such as `sha256:…` */
export const withDigests = (text: string, digests: ReadonlyMap<string, string>): string =>
  text.replace(NAMED, (all, before: string, name: string) => {
    const tagged = name.split('@')[0] ?? '';
    const digest = digests.get(tagged);
    return digest === undefined ? all : `${before}${tagged}@${digest}`;
  });
