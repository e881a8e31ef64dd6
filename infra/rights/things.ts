/** What stands in braces in the table and in `requests.ts`. */
import { pictureForm } from './asking.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** @param who asks: for what is the caller's own */
export type Things = (name: string, who: Person) => Promise<string>;
export type Makers = Readonly<Record<string, (who: Person) => Promise<string> | string>>;
/** @throws Error where it is refused */
export type Send = <Body>(by: Person | undefined, method: string, path: string, body?: object) => Promise<Body>;
interface Made {
  readonly _id: string;
}

/** Of one chart, each made once, when it is asked for. */
export interface Chart {
  readonly team: string;
  readonly teamAdmin: Person;
  /** Writes the review, and the note. */
  readonly author: Person;
  /** Who is meant by "a member". */
  readonly aMember: () => Promise<Person>;
  readonly errorType: string;
  readonly tradeLabel: string;
}

export function thingsOfChart(send: Send, { team, teamAdmin, author, aMember, errorType, tradeLabel }: Chart): Things {
  const made = new Map<string, Promise<string>>();
  const make = async (path: string, body: object, by = teamAdmin): Promise<string> =>
    (await send<Made>(by, 'POST', path, body))._id;
  const inAdmission = async (path: string): Promise<string> => `/api/admissions/${await the('admission')}${path}`;
  const upload = async (): Promise<string> =>
    (await send<{ images: { image: string }[] }>(teamAdmin, 'POST', await inAdmission('/images'), pictureForm()))
      .images[0]?.image ?? '';
  const roleOfAuthor = (role: string): Promise<object> =>
    send(teamAdmin, 'PUT', `/api/teams/${team}/members/${author.id}`, { role });

  const makers: Readonly<Record<string, () => Promise<string> | string>> = {
    team: () => team,
    "the team's admin": () => teamAdmin.id,
    'a member': async () => (await aMember()).id,
    patient: () => make('/api/patients', { team, firstName: 'محمد', middleName: 'أحمد', birthdate: '1960-02-29' }),
    admission: async () => make('/api/admissions', { patient: await the('patient'), admissionDate: '2025-03-01' }),
    'admitted patient': () => the('admission').then(() => the('patient')),
    'review and entry': async () => {
      const body = {
        admissionId: await the('admission'),
        reviewDate: '2025-03-02',
        drugErrs: [{ errType: errorType, errDrug: tradeLabel }],
      };
      const { _id, drugErrs } = await send<Made & { drugErrs: Made[] }>(author, 'POST', '/api/reviews/addReview', body);
      return [_id, ...drugErrs.map((entry) => entry._id)].join(' ');
    },
    review: async () => (await the('review and entry')).split(' ')[0] ?? '',
    entry: async () => (await the('review and entry')).split(' ')[1] ?? '',
    'reviewed admission': () => the('review').then(() => the('admission')),
    // Physicians write notes: the author is one for that long.
    note: async () => {
      await roleOfAuthor('physician');
      const note = await make(
        '/api/physicNotes/addphysicNote',
        { admissionId: await the('admission'), noteDate: '2025-03-02', note: '<p>Echo</p>' },
        author,
      );
      await roleOfAuthor('pharmacist');
      return note;
    },
    medication: async () => make(await inAdmission('/medications'), { drug: tradeLabel, startDate: '2025-03-01' }),
    'path of an image': () => upload(),
    // Its own: what a removed group had is shown to nobody.
    image: async () => (await upload()).split('/').at(-1) ?? '',
    group: async () =>
      make(await inAdmission('/gallery'), { title: 'Wound', images: [{ image: await the('path of an image') }] }),
  };
  const the = async (name: string): Promise<string> => {
    const maker = makers[name];
    if (!maker) throw new RangeError(`There is no "${name}" in a hospital`);
    const thing = made.get(name) ?? Promise.resolve(maker());
    made.set(name, thing);
    return thing;
  };
  return the;
}

/** What a chart holds, and only its team may know of. */
export const ofTeam: readonly string[] = [
  'team',
  "the team's admin",
  'a member',
  'patient',
  'admission',
  'admitted patient',
  'review',
  'entry',
  'reviewed admission',
  'note',
  'medication',
  'path of an image',
  'image',
  'group',
];

/** Ids of the same form, of things that nobody has made. Reviews and notes are named after their admission. */
export function idOfNothing(name: string, none: string): string {
  if (name === 'path of an image') return `/api/images/${none}`;
  return name === 'review' || name === 'note' ? `${none}.0` : none;
}

/**
 * Replaces what stands in braces, wherever it stands. One after the other: what is made is made in the order of the
 * text.
 */
export async function filled<Value>(value: Value, things: Things, who: Person): Promise<Value> {
  if (typeof value === 'string') {
    let text: string = value;
    for (const [braced, name = ''] of value.matchAll(/\{([^}]+)\}/g))
      text = text.replace(braced, await things(name, who));
    return text as Value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const parts: [string, unknown][] = [];
  for (const [name, part] of Object.entries(value)) parts.push([name, await filled(part as unknown, things, who)]);
  return (Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as Value;
}
