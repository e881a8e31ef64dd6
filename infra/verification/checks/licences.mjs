/**
 * The licences of all packages. `npm run licences` reads the lock file by `npm sbom` and fails on a package that a
 * hospital could not use without opening its own changes, or that names no licence.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import satisfies from 'spdx-satisfies';

/**
 * SPDX identifiers. Permissive, or with terms for the package's own files only, which the product does not change:
 * MPL-2.0, LGPL-3.0-or-later for libvips, a library of its own that sharp loads, and OFL-1.1 for fonts.
 */
export const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
];

/**
 * Packages whose metadata names no licence: what their licence file says. The units of `ucum-lhc`, which only tests load,
 * also bear the notices of UCUM and LOINC.
 */
export const FROM_FILES = { '@lhncbc/ucum-lhc': 'BSD-3-Clause', 'xmlhttprequest-ssl': 'MIT' };

/**
 * @param component of a CycloneDX document: `licenses` has one expression, or identifiers that all apply
 * @returns an SPDX expression; undefined if none is named
 */
export function licenceOf({ name, licenses = [] }) {
  const named = licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name);
  if (named.length === 0) return FROM_FILES[name];
  return named.map((one) => `(${one})`).join(' AND ');
}

/**
 * @param components of a CycloneDX document, without the product's own packages
 * @returns those with a licence that is not allowed, or without one
 */
export function refusedLicences(components) {
  return components
    .map((component) => ({ package: `${component.name}@${component.version}`, licence: licenceOf(component) }))
    .filter(({ licence }) => licence === undefined || !isAllowed(licence));
}

function isAllowed(licence) {
  try {
    return satisfies(licence, ALLOWED);
  } catch {
    // Not an SPDX expression.
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const npm = (...args) => JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }));
  const own = new Set(npm('query', '.workspace').map(({ name }) => name));
  const { components } = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
  const others = components.filter(({ name }) => !own.has(name));
  const refused = refusedLicences(others);
  for (const { package: name, licence = 'no licence' } of refused) console.log(`${name}: ${licence}`);
  console.log(`${others.length} packages, ${refused.length} with a licence that cannot be used`);
  process.exit(refused.length === 0 ? 0 : 1);
}
