/** The placeholders in braces of the table, such as `{team}`. */
import { randomUUID } from 'node:crypto';
import { pictureForm } from './calls.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** Resolves a placeholder. @param who the caller, for things of their own */
export type Placeholders = (name: string, who: Person) => Promise<string>;
export type PlaceholderMakers = Readonly<Record<string, (who: Person) => Promise<string> | string>>;
/** @throws Error if the call is refused */
export type Send = <Body>(by: Person | undefined, method: string, path: string, body?: object) => Promise<Body>;
interface Made {
  readonly _id: string;
}

/** The chart of a team, whose things are made once, on demand. */
export interface Chart {
  readonly team: string;
  readonly teamAdmin: Person;
  /** Writes the review and the note. */
  readonly author: Person;
  /** The person of the placeholder `{a member}`. */
  readonly aMember: () => Promise<Person>;
  readonly errorType: string;
  readonly tradeLabel: string;
  /** A team that receives transfers and offers its own, and a person of it. */
  readonly partner: { readonly team: string; readonly person: Person };
}

export function chartPlaceholders(
  send: Send,
  { team, teamAdmin, author, aMember, errorType, tradeLabel, partner }: Chart,
): Placeholders {
  const made = new Map<string, Promise<string>>();
  const make = async (path: string, body: object, by = teamAdmin): Promise<string> =>
    (await send<Made>(by, 'POST', path, body))._id;
  const inAdmission = async (path: string): Promise<string> => `/api/admissions/${await the('admission')}${path}`;
  const upload = async (): Promise<string> =>
    (await send<{ images: { image: string }[] }>(teamAdmin, 'POST', await inAdmission('/images'), pictureForm()))
      .images[0]?.image ?? '';
  const roleOfAuthor = (role: string): Promise<object> =>
    send(teamAdmin, 'PUT', `/api/teams/${team}/members/${author.id}`, { role });

  /** The ids of an admission and of its offer. */
  const offer = async (by: Person, from: string, to: string): Promise<string> => {
    const patient = await make('/api/patients', { team: from, firstName: 'هدى', birthdate: '1970-01-31' }, by);
    const admission = await make('/api/admissions', { patient, admissionDate: '2025-03-01' }, by);
    const path = `/api/admissions/${admission}/transfer`;
    const { transfer } = await send<{ transfer: { offer: string } }>(by, 'POST', path, { toTeam: to });
    return `${admission} ${transfer.offer}`;
  };

  const makers: Readonly<Record<string, () => Promise<string> | string>> = {
    team: () => team,
    projection: () => 'directory',
    'feed message': () => '00000000-0000-4000-8000-000000000000',
    stream: () => `team-${team}`,
    "the team's admin": () => teamAdmin.id,
    'a member': async () => (await aMember()).id,
    invitation: () =>
      make(`/api/teams/${team}/invitations`, { email: `invited-${team}@hospital.test`, role: 'reader' }),
    patient: () => make('/api/patients', { team, firstName: 'محمد', middleName: 'أحمد', birthdate: '1960-02-29' }),
    'another patient': () => make('/api/patients', { team, firstName: 'محمد', birthdate: '1960-02-29' }),
    'patient with a merged one': async () => {
      const [patient, other] = [await the('patient'), await the('another patient')];
      await send(teamAdmin, 'POST', `/api/patients/${patient}/merged`, { patient: other });
      return patient;
    },
    'merged patient': () => the('patient with a merged one').then(() => the('another patient')),
    admission: async () => make('/api/admissions', { patient: await the('patient'), admissionDate: '2025-03-01' }),
    'receiving team': () => partner.team,
    'admission and offer': () => offer(teamAdmin, team, partner.team),
    'offered admission': async () => (await the('admission and offer')).split(' ')[0] ?? '',
    offer: async () => (await the('admission and offer')).split(' ')[1] ?? '',
    'incoming admission and offer': () => offer(partner.person, partner.team, team),
    'incoming admission': async () => (await the('incoming admission and offer')).split(' ')[0] ?? '',
    'incoming offer': async () => (await the('incoming admission and offer')).split(' ')[1] ?? '',
    'another admission': async () => {
      const patient = await make('/api/patients', { team, firstName: 'سلمى', birthdate: '1960-02-29' });
      return make('/api/admissions', { patient, admissionDate: '2025-02-01' });
    },
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
    // Only physicians write notes: the author is one for a moment.
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
    allergy: async () => {
      const path = `/api/patients/${await the('patient')}/allergies`;
      const { list } = await send<{ list: Made[] }>(teamAdmin, 'POST', path, { agentText: 'Latex' });
      return list.at(-1)?._id ?? '';
    },
    measurement: async () => {
      const measurements = [{ kind: 'potassium', value: 5.6, unit: 'mmol/L', takenOn: '2025-03-02' }];
      const path = await inAdmission('/measurements');
      const recorded = await send<{ measurements: Made[] }>(author, 'POST', path, { measurements });
      return recorded.measurements[0]?._id ?? '';
    },
    view: () =>
      make(`/api/teams/${team}/views`, {
        name: `Round ${randomUUID()}`,
        filter: { reasons: [], taken: 'any', deferred: 'shown', antimicrobials: true, reviewed: 'any' },
      }),
    'home medication': async () => make(await inAdmission('/homeMedications'), { drugLabel: 'Herbal tea' }),
    'path of an image': () => upload(),
    // An image of its own: images of a removed group are not shown.
    image: async () => (await upload()).split('/').at(-1) ?? '',
    group: async () =>
      make(await inAdmission('/gallery'), { title: 'Wound', images: [{ image: await the('path of an image') }] }),
  };
  const the = async (name: string): Promise<string> => {
    const maker = makers[name];
    if (!maker) throw new RangeError(`Unknown placeholder "${name}"`);
    const thing = made.get(name) ?? Promise.resolve(maker());
    made.set(name, thing);
    return thing;
  };
  return the;
}

/** The things of a chart that only its team may know. */
export const teamPlaceholders: readonly string[] = [
  'team',
  "the team's admin",
  'a member',
  'invitation',
  'view',
  'patient',
  'admission',
  'another patient',
  'patient with a merged one',
  'merged patient',
  'another admission',
  'admitted patient',
  'offered admission',
  'offer',
  'incoming admission',
  'incoming offer',
  'review',
  'entry',
  'reviewed admission',
  'note',
  'medication',
  'allergy',
  'measurement',
  'home medication',
  'path of an image',
  'image',
  'group',
];

/**
 * An id of the same form, for a thing that does not exist. The ids of reviews and notes begin with their admission's.
 */
export function unknownId(name: string, unusedId: string): string {
  if (name === 'path of an image') return `/api/images/${unusedId}`;
  return name === 'review' || name === 'note' ? `${unusedId}.0` : unusedId;
}

/**
 * Replaces all placeholders in a text, a list or an object, one after the other: things are made in the order of the
 * text.
 */
export async function fillPlaceholders<Value>(value: Value, things: Placeholders, who: Person): Promise<Value> {
  if (typeof value === 'string') {
    let text: string = value;
    for (const [braced, name = ''] of value.matchAll(/\{([^}]+)\}/g))
      text = text.replace(braced, await things(name, who));
    return text as Value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const parts: [string, unknown][] = [];
  for (const [name, part] of Object.entries(value))
    parts.push([name, await fillPlaceholders(part as unknown, things, who)]);
  return (Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as Value;
}
