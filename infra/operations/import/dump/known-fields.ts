/**
 * The collections of the old system and their fields (docs/interfaces.md, "The old system"). What is not in this table is
 * counted and listed by the report, and not taken.
 */

/** Each has these. */
const always = '_id __v createdAt updatedAt';

/**
 * By collection: its other names, and the fields that are known, also those that are not taken (passwords, counts, names
 * that are written elsewhere). A dot leads into a document or list.
 */
export const known = {
  users: {
    names: [],
    fields:
      'firstName lastName email phone password token title about start reviews patients isAdmin recommendations ' +
      'recommendations._id recommendations.recommender recommendations.recommenderName recommendations.recommendation ' +
      'recommendations.isAccepted',
  },
  teams: {
    names: [],
    fields:
      'name specialty about admin cloudName uploadPreset members members._id members.user members.firstName ' +
      'members.lastName members.isPhysic members.canEdit members.canRead members.disabled',
  },
  errtypes: { names: ['errortypes'], fields: 'label' },
  tags: { names: [], fields: 'label' },
  drugs: {
    names: ['drugroots', 'roots'],
    fields:
      'label tradeLabels tradeLabels._id tradeLabels.idx tradeLabels.label errTemps errTemps._id errTemps.idx ' +
      'errTemps.errType errTemps.isAdult errTemps.label tags tips compatibility compatibility._id compatibility.drug ' +
      'compatibility.category compatibility.note',
  },
  patients: {
    names: [],
    fields: 'firstName middleName lastName fourthName birthdate medicalRecordNumber team order',
  },
  admissions: {
    names: [],
    fields:
      'patient team admissionDate admissionDetails dischargeDate dischargeStatus dischargeNote reviewsCount gallery ' +
      'gallery._id gallery.title gallery.images gallery.images._id gallery.images.image medications medications._id ' +
      'medications.drug medications.drugLabel medications.dose medications.route medications.frequency ' +
      'medications.startDate medications.stopDate medications.note medications.order',
  },
  medications: {
    names: ['admissionmedications', 'admmedications', 'admmeds'],
    fields: 'admission admissionId drug drugLabel dose route frequency startDate stopDate note order patient team',
  },
  reviews: {
    names: [],
    fields:
      'reviewDate clinicalNote drugErrs userId userEmail userName userPhone admission patient team admissionId ' +
      'patientId teamId drugErrs._id drugErrs.idx drugErrs.errType drugErrs.errTypeLabel drugErrs.errDrug ' +
      'drugErrs.errDrugLabel drugErrs.errNote drugErrs.errRes drugErrs.errSeverity drugErrs.rating drugErrs.drugTags ' +
      'drugErrs.drugTags._id drugErrs.drugTags.name',
  },
  physicnotes: {
    names: ['physiciannotes'],
    fields: 'noteDate note userId userName userEmail userPhone admissionId patientId teamId admission patient team',
  },
  usererrtemps: { names: ['usererrortemplates'], fields: 'userId errDrugTradeId errType errNote' },
} as const satisfies Record<string, { names: readonly string[]; fields: string }>;
export type CollectionName = keyof typeof known;
export const collectionNames = Object.keys(known) as CollectionName[];

/** `physicNotes`, `physic_notes` and `physicnotes` are one collection. */
export function collectionOf(fileName: string): CollectionName | undefined {
  const plain = fileName.toLowerCase().replaceAll(/[^a-z]/g, '');
  return collectionNames.find((name) => name === plain || (known[name].names as readonly string[]).includes(plain));
}

const fieldsOf = new Map(collectionNames.map((name) => [name, new Set(`${always} ${known[name].fields}`.split(' '))]));

/** The paths of fields that are not known. What lies in an unknown field is not looked at. */
export function* unknownFields(collection: CollectionName, value: unknown, path = ''): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* unknownFields(collection, one, path);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      const field = path === '' ? name : `${path}.${name}`;
      if (fieldsOf.get(collection)?.has(field)) yield* unknownFields(collection, inner, field);
      else yield field;
    }
}
