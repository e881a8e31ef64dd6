/**
 * `node count.mjs DIR`: counts a dump (JSON lines) by the rules of docs/interfaces.md, "The old system", with no code of
 * the product. Prints, by team: patients, admissions, reviews, and errors by type, severity and response.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const clean = (value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value);
const docsOf = (name) =>
  readFileSync(join(folder, `${name}.json`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const id = (value) => value?.$oid ?? undefined;
const DAY = 86_400_000;
const TODAY = new Date().toISOString().slice(0, 10);
const shifted = (day, days) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

function day(value) {
  let text = value?.$date ?? value;
  if (text?.$numberLong !== undefined) text = new Date(Number(text.$numberLong)).toISOString();
  if (typeof text !== 'string') return undefined;
  const [, d, m, y] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  const plain = y ? `${y}-${m}-${d}` : text.slice(0, 10);
  return /^\d{4}-\d\d-\d\d$/.test(plain) ? plain : undefined;
}
const written = (doc) => new Date(Number.parseInt(id(doc._id).slice(0, 8), 16) * 1000).toISOString().slice(0, 10);

const teams = new Map(
  docsOf('teams').map((doc) => [
    id(doc._id),
    { patients: 0, admissions: 0, reviews: 0, errors: {}, responses: {}, severities: {} },
  ]),
);
const patients = new Map(docsOf('patients').map((doc) => [id(doc._id), doc]));
const types = new Map();
const labels = new Map();
for (const doc of docsOf('errtypes')) {
  const key = doc.label.toLowerCase();
  if (!labels.has(key)) labels.set(key, doc.label);
  types.set(id(doc._id), labels.get(key));
}

const grouped = new Map();
for (const doc of docsOf('reviews')) {
  const key = id(doc.admission);
  if (!grouped.has(key)) grouped.set(key, []);
  grouped.get(key).push(doc);
}
const noteDays = new Map();
for (const doc of docsOf('physicnotes'))
  noteDays.set(id(doc.admissionId), [...(noteDays.get(id(doc.admissionId)) ?? []), day(doc.noteDate)]);

for (const doc of patients.values()) {
  const team = teams.get(id(doc.team));
  if (team) team.patients += 1;
}
const add = (counts, key) => (counts[key] = (counts[key] ?? 0) + 1);
for (const admission of docsOf('admissions')) {
  const patient = patients.get(id(admission.patient));
  if (!patient || !teams.has(id(patient.team))) continue;
  const team = teams.get(id(admission.team));
  team.admissions += 1;
  const reviews = grouped.get(id(admission._id)) ?? [];
  const days = [...reviews.map((one) => day(one.reviewDate)), ...(noteDays.get(id(admission._id)) ?? [])]
    .filter(Boolean)
    .sort();
  let date = day(admission.admissionDate) ?? days[0] ?? written(admission);
  const early = days.find((one) => one >= shifted(date, -7));
  if (early && early < date) date = early;
  for (const review of reviews) {
    const on = day(review.reviewDate) ?? written(review);
    if (on < date || on > shifted(TODAY, 1) || review.drugErrs.length > 100) continue;
    team.reviews += 1;
    for (const entry of review.drugErrs) {
      const isNoError = id(entry.errType)?.endsWith('99bb');
      if (isNoError) continue;
      const label = clean(entry.errTypeLabel) || 'Unspecified';
      if (!types.has(id(entry.errType)) && !labels.has(label.toLowerCase())) labels.set(label.toLowerCase(), label);
      add(team.errors, types.get(id(entry.errType)) ?? labels.get(label.toLowerCase()));
      const letter = String(entry.errSeverity ?? '').toUpperCase();
      add(team.severities, /^[A-I]$/.test(letter) ? letter : 'none');
      const response = Number(entry.errRes);
      add(team.responses, [1, 2, 3, 4].includes(response) ? response : 'none');
    }
  }
}
console.log(JSON.stringify(Object.fromEntries(teams)));
