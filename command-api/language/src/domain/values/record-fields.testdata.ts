/** For specs that change one described field of a thing after another: a value of each kind. */
import { type Described, type FieldKind, namesOf } from './record-fields.ts';

const samples: Readonly<Record<FieldKind, unknown>> = {
  id: 'sample.1',
  label: 'Sample label',
  line: 'Sample line',
  text: 'Sample text',
  markup: '<p>Sample markup</p>',
  day: '2026-03-17',
  letter: 'F',
  code: 3,
  choice: 'severe',
  rating: 2.5,
  number: 5.6,
  ids: ['sample-id'],
  items: [{ name: 'Sample item' }],
};

/** For each field its name, and the field with its sample. */
export const fieldChanges = <Fields extends Described>(fields: Fields) =>
  namesOf(fields).map((name) => [name, { [name]: samples[fields[name]?.kind ?? 'text'] }] as const);

/** As {@link fieldChanges}, of the fields that are shown: of an id with a label that is the label. */
export const shownChanges = <Fields extends Described>(fields: Fields) =>
  fieldChanges(fields).filter(([name]) => fields[name]?.label === undefined);
