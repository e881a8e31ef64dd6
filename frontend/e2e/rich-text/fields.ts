/** Writes into each field of the product that takes rich text. */
import type { Drug, ErrorType, Patient, PhysicianNote, Review } from 'language/contract/entities';
import { callAs, hany, mona, omar, teamMember, type ApiCall, type OpenStay } from '../support/demo-hospital.ts';

/** The field's command, as the API description names it, and its path in the body. */
export interface Field {
  readonly name: string;
  readonly write: (html: string) => Promise<unknown>;
}

/** The parts of the demo hospital that the test knows. */
export interface Subjects {
  readonly mona: ApiCall;
  readonly team: string;
  readonly admission: string;
  readonly patient: string;
  readonly review: string;
  readonly entry: string;
  /** Only entries of these fields have it. */
  readonly drug: Drug;
  readonly tradeLabel: string;
  readonly monaId: string;
  readonly errorType: string;
  readonly fields: readonly Field[];
}

const today = (): string => new Date().toISOString().slice(0, 10);

/**
 * Adds a drug, a review with an error of it, a physician's note and a team of its own, and describes all fields of them.
 */
export async function openFields(base: string, { admission, patient, team }: OpenStay): Promise<Subjects> {
  const [asMona, asHany, asOmar] = await Promise.all([mona, hany, omar].map(({ email }) => callAs(base, email)));
  if (!asMona || !asHany || !asOmar) throw new Error('No one signed in');
  const name = `Trade ${crypto.randomUUID()}`;
  const [{ userId: monaId }, types, drug] = await Promise.all([
    teamMember(base, mona.email),
    asMona<ErrorType[]>('GET', '/api/errtypes'),
    asMona<Drug>('POST', '/api/drugs', { label: `Drug of ${name}`, tradeLabels: [{ label: name }] }),
  ]);
  const label = drug.tradeLabels[0]?._id ?? '';
  const errorType = types.find(({ label: name }) => name === 'Renal dose adjustment')?._id ?? '';
  const entry = { errType: errorType, errDrug: label, errRes: null, errSeverity: 'D' };
  const added = await asMona<Review>('POST', '/api/reviews/addReview', {
    admissionId: admission,
    reviewDate: today(),
    drugErrs: [entry],
  });
  const [written] = added.drugErrs;
  if (!written) throw new Error('The review has no entry');
  const note = await asHany<PhysicianNote>('POST', '/api/physicNotes/addphysicNote', {
    admissionId: admission,
    noteDate: today(),
    note: '<p>First.</p>',
  });
  const field = (name: string, call: ApiCall, path: string, body: (html: string) => object): Field => ({
    name,
    write: (html) => call(name.startsWith('put') ? 'PUT' : 'POST', path, body(html)),
  });
  const recommenders = [asOmar, asHany];
  const fields: Field[] = [
    field('post /api/teams about', asOmar, '/api/teams', (about) => ({ name: 'Night shift', specialty: 1, about })),
    field('put /api/teams/{id}/edit about', asMona, `/api/teams/${team}/edit`, (about) => ({ about })),
    field('put /api/users/{id}/edit about', asMona, `/api/users/${monaId}/edit`, (about) => ({ about })),
    {
      name: 'post /api/users/addRecomm/{userId} recommendation',
      // A person recommends another one once.
      write: async (recommendation) => {
        const by = recommenders[0] ?? asOmar;
        const answer = await by('POST', `/api/users/addRecomm/${monaId}`, { recommendation });
        recommenders.shift();
        return answer;
      },
    },
    field('post /api/userErrTemps errNote', asMona, '/api/userErrTemps', (errNote) => ({
      errDrugTradeId: label,
      errType: errorType,
      errNote,
    })),
    field('put /api/drugs errTemps[].label', asMona, '/api/drugs', (text) => ({
      _id: drug._id,
      errTemps: [{ errType: errorType, isAdult: true, label: text }],
    })),
    field('post /api/drugs errTemps[].label', asMona, '/api/drugs', (text) => ({
      label: `Drug ${crypto.randomUUID()}`,
      tradeLabels: [{ label: `Trade ${crypto.randomUUID()}` }],
      errTemps: [{ errType: errorType, isAdult: true, label: text }],
    })),
    field(
      'put /api/admissions/{id}/edit admissionDetails',
      asMona,
      `/api/admissions/${admission}/edit`,
      (admissionDetails) => ({ admissionDetails }),
    ),
    {
      name: 'post /api/admissions admissionDetails',
      write: async (admissionDetails) => {
        const { _id } = await asMona<Patient>('POST', '/api/patients', {
          team,
          firstName: `Patient ${crypto.randomUUID()}`,
          birthdate: '1960-01-01',
        });
        return asMona('POST', '/api/admissions', { patient: _id, team, admissionDate: today(), admissionDetails });
      },
    },
    field('post /api/physicNotes/addphysicNote note', asHany, '/api/physicNotes/addphysicNote', (text) => ({
      admissionId: admission,
      noteDate: today(),
      note: text,
    })),
    field(
      'put /api/physicNotes/updatePhysicNote/{noteId} note',
      asHany,
      `/api/physicNotes/updatePhysicNote/${note._id}`,
      (text) => ({
        noteDate: today(),
        note: text,
      }),
    ),
    field('post /api/reviews/addReview clinicalNote', asMona, '/api/reviews/addReview', (clinicalNote) => ({
      admissionId: admission,
      reviewDate: today(),
      clinicalNote,
    })),
    field('post /api/reviews/addReview drugErrs[].errNote', asMona, '/api/reviews/addReview', (errNote) => ({
      admissionId: admission,
      reviewDate: today(),
      drugErrs: [{ ...entry, errNote }],
    })),
    field(
      'put /api/reviews/updateRevHead/{reviewId} clinicalNote',
      asMona,
      `/api/reviews/updateRevHead/${added._id}`,
      (clinicalNote) => ({
        reviewDate: today(),
        clinicalNote,
      }),
    ),
    field(
      'post /api/reviews/addRevMed/{reviewId} drugErr.errNote',
      asMona,
      `/api/reviews/addRevMed/${added._id}`,
      (errNote) => ({ drugErr: { ...entry, errNote } }),
    ),
    field(
      'put /api/reviews/updateRevMed/{reviewId} drugErr.errNote',
      asMona,
      `/api/reviews/updateRevMed/${added._id}`,
      (errNote) => ({
        drugErr: { ...entry, _id: written._id, errNote },
      }),
    ),
  ];
  return {
    mona: asMona,
    team,
    admission,
    patient: patient._id,
    review: added._id,
    entry: written._id,
    drug,
    tradeLabel: label,
    monaId,
    errorType,
    fields,
  };
}

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
export interface ApiDescription {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> } }
        >
      >
    >
  >;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** The fields that the API description calls rich text, by the names of `Field`. */
export function describedFields({ paths, components }: ApiDescription): string[] {
  const found: string[] = [];
  const walk = (given: Schema | undefined, path: string, within: readonly Schema[]): void => {
    const schema = given?.$ref ? components?.schemas?.[given.$ref.split('/').at(-1) ?? ''] : given;
    if (!schema || within.includes(schema)) return;
    const inside = [...within, schema];
    if (schema.description?.startsWith('HTML, at most')) found.push(path);
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      walk(property, `${path}${path.includes(' ', path.indexOf('/')) ? '.' : ' '}${name}`, inside);
    walk(schema.items, `${path}[]`, inside);
    for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])])
      walk(part, path, inside);
  };
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { requestBody }] of Object.entries(methods))
      walk(requestBody?.content?.['application/json']?.schema, `${method} ${path}`, []);
  return [...new Set(found)];
}
