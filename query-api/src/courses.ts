/** The free courses and the sponsors of the public pages, from a data file that the installation may replace. */
import { readFileSync } from 'node:fs';
import type { Course, Sponsor } from 'language/contract/entities';
import { SettingsError } from 'service-kit/process/settings';
import * as z from 'zod';

export interface Courses {
  readonly courses: readonly Course[];
  readonly sponsors: readonly Sponsor[];
}

const Slug = z.string().regex(/^[a-z0-9-]{1,80}$/, 'must be small letters, digits and dashes');
const Title = z.string().min(1, 'is needed').max(200);
/** An https address, or a file of this installation such as `/films/welcome.mp4`. */
const Address = z.union([z.url({ protocol: /^https$/ }), z.string().regex(/^\/[\w-][\w./-]*$/)], {
  error: 'must be an address that begins with https://, or a path of this installation such as /films/welcome.mp4',
});
const File = z.strictObject({
  courses: z.array(
    z.strictObject({
      _id: Slug,
      title: Title,
      lectures: z.array(z.strictObject({ _id: Slug, title: Title, video: Address })).min(1),
    }),
  ),
  sponsors: z.array(
    z.strictObject({
      _id: Slug,
      name: Title,
      link: z.union([Address, z.literal('')]).default(''),
      logo: z.union([Address, z.literal('')]).default(''),
    }),
  ),
});

const ownFile = new URL('../data/courses.json', import.meta.url);

/**
 * @param path of another file, instead of the one that comes with the product
 * @throws SettingsError that names what is wrong with it
 */
export function readCourses(path?: string): Courses {
  const read = lookIn(path);
  if ('courses' in read) return read;
  throw new SettingsError(read.mistakes.join('\n'));
}

/** The mistakes in the file; none if it can be shown. */
export function coursesMistakes(path?: string): readonly string[] {
  const read = lookIn(path);
  return 'courses' in read ? [] : read.mistakes;
}

function lookIn(path: string | undefined): Courses | { readonly mistakes: readonly string[] } {
  const where = path ?? 'data/courses.json';
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path ?? ownFile, 'utf8'));
  } catch (error) {
    return {
      mistakes: [`COURSES_FILE: ${where} cannot be read: ${error instanceof Error ? error.message : String(error)}`],
    };
  }
  const read = File.safeParse(content);
  return read.success
    ? read.data
    : {
        mistakes: read.error.issues.map((issue) => `COURSES_FILE: ${where}: ${issue.path.join('.')} ${issue.message}`),
      };
}
