/**
 * `node generate.mjs --to DIR [--seed 1] [--patients 60] [--format json|array|bson]`: a dump of the old system with the
 * dirt of real data. The same arguments make the same files. It uses no code of the product.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BSON, ObjectId } from 'bson';

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    seed: { type: 'string', default: '1' },
    patients: { type: 'string', default: '60' },
    format: { type: 'string', default: 'json' },
  },
});
const { to, format } = values;
const patientCount = Number(values.patients);

let state = Number(values.seed) >>> 0 || 1;
/** xorshift32, in [0, 1). */
function chance() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}
const below = (most) => Math.floor(chance() * most);
const pick = (list) => list[below(list.length)];
const often = (percent) => chance() * 100 < percent;

const DAY = 86_400_000;
const FIRST = Date.UTC(2019, 0, 1);
const LAST = Date.UTC(2025, 10, 1);
let made = 0;
/** An id of MongoDB: the second of its making, and a number. */
const idAt = (time) =>
  Math.floor(time / 1000)
    .toString(16)
    .padStart(8, '0') + (made += 1).toString(16).padStart(16, '0');
const oid = (id) => (format === 'bson' ? new ObjectId(id) : { $oid: id });
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
/** As the forms of the years wrote dates. */
function dated(time) {
  const [year, month, day] = dayOf(time).split('-');
  switch (below(10)) {
    case 0:
      return `${year}-${month}-${day}`;
    case 1:
      return `${day}/${month}/${year}`;
    case 2:
      return `${dayOf(time)}T21:59:59.000Z`;
    case 3:
      return format === 'bson' ? new Date(time) : { $date: { $numberLong: String(time) } };
    default:
      return format === 'bson' ? new Date(time) : { $date: new Date(time).toISOString() };
  }
}

const arabic = ['أحمد', 'محمد', 'فاطمة', 'سعاد', 'يوسف', 'منى', 'عبد الله', 'نور', 'حسن', 'إبراهيم'];
const words = [
  'dose too high for renal function',
  'الجرعة أعلى من المطلوب',
  'check trough level',
  'no indication',
  'switch to oral',
  'IV line flushed',
];
function html() {
  const text = `${pick(words)} ${below(1000)}`;
  switch (below(12)) {
    case 0:
      return text;
    case 1:
      return `<p class="MsoNormal" style="color:red"><font size="2">${text}</font></p>`;
    case 2:
      return `<p onclick="steal()">${text}</p><script>alert(1)</script>`;
    case 3:
      return `<table><tr><td>K</td><td>${below(9)}</td></tr></table>${text}`;
    case 4:
      return `${text}\0${text} & <b>unclosed`;
    case 5:
      return null;
    default:
      return `<p>${text}</p><ul><li>${pick(words)}</li></ul>`;
  }
}

const write = (name) => {
  const file = createWriteStream(join(to, `${name}.${format === 'bson' ? 'bson' : 'json'}`));
  let count = 0;
  return {
    async add(doc) {
      const text =
        format === 'bson'
          ? BSON.serialize(doc)
          : `${format === 'array' ? (count === 0 ? '[' : ',') : ''}${JSON.stringify(doc)}\n`;
      count += 1;
      if (!file.write(text)) await once(file, 'drain');
    },
    async end() {
      file.end(format === 'array' ? (count === 0 ? '[]' : ']') : '');
      await once(file, 'finish');
    },
  };
};

await mkdir(to, { recursive: true });
const save = async (name, docs) => {
  const file = write(name);
  for (const doc of docs) await file.add(doc);
  await file.end();
};

// People and teams.
const people = Array.from({ length: 24 }, (_, n) => ({
  id: idAt(FIRST + n * 1000),
  email: `person${n}@old.test`,
  name: `${pick(arabic)} ${n}`,
}));
const left = Array.from({ length: 3 }, (_, n) => ({
  id: idAt(FIRST + 90_000 + n),
  email: `left${n}@old.test`,
  name: `غادر ${n}`,
}));
const users = people.map(({ id, email, name }, n) => ({
  _id: oid(id),
  firstName: name,
  lastName: often(10) ? null : 'Old',
  email: n === 5 ? 'no address' : email,
  phone: often(20) ? undefined : `0100 ${String(1000000 + n)}`,
  password: '$2a$10$notataken',
  token: null,
  title: often(50) ? 'Clinical pharmacist' : undefined,
  about: html(),
  start: dated(FIRST),
  reviews: 3,
  patients: '2',
  isVerified: true,
  recommendations:
    n % 7 === 0
      ? [
          {
            _id: oid(idAt(FIRST)),
            recommender: oid(people[(n + 1) % 24].id),
            recommendation: '<p>Good</p>',
            isAccepted: n === 0,
          },
        ]
      : [],
  __v: 0,
}));
users.push({ ...users[3], _id: oid(idAt(FIRST + 50_000)), email: 'Person3@OLD.test' });
await save('users', users);

const teams = Array.from({ length: 4 }, (_, n) => {
  const crew = people.slice(n * 6, n * 6 + 6);
  return {
    id: idAt(FIRST + 100_000),
    crew,
    doc: {
      name: n === 1 ? 'عناية مركزة' : `Old team ${n}`,
      specialty: n === 2 ? '3' : n === 3 ? 'Surgery' : n + 1,
      about: html(),
      admin: crew[0].email.toUpperCase(),
      cloudName: n === 0 ? 'oldcloud' : '',
      uploadPreset: n === 0 ? 'preset' : null,
      members: crew.map(({ email, name }, m) => ({
        _id: oid(idAt(FIRST)),
        user: email,
        firstName: name,
        lastName: '',
        isPhysic: m > 3,
        canEdit: m <= 3,
        canRead: true,
        disabled: m === 3 ? true : undefined,
      })),
    },
  };
});
for (const { doc } of teams)
  doc.members.push({ user: 'outside@old.test', firstName: 'Outside', isPhysic: 'true', canEdit: 'false' });
await save(
  'teams',
  teams.map(({ id, doc }) => ({ _id: oid(id), ...doc })),
);

// The catalogue.
const NO_ERROR = `${idAt(FIRST).slice(0, 20)}99bb`;
const types = [
  'Dose too high',
  'Dose too low',
  'Wrong drug',
  'Drug interaction',
  'No indication',
  'Monitoring missing',
  'dose TOO high',
].map((label) => ({ id: idAt(FIRST), label }));
await save('errtypes', [
  { _id: oid(NO_ERROR), label: 'No error' },
  ...types.map(({ id, label }) => ({ _id: oid(id), label })),
]);
const tags = ['antibiotic', 'high alert'].map((label) => ({ id: idAt(FIRST), label }));
await save(
  'tags',
  tags.map(({ id, label }) => ({ _id: oid(id), label })),
);
const roots = Array.from({ length: 20 }, (_, n) => ({
  id: idAt(FIRST),
  label: `Root ${n}`,
  trades: Array.from({ length: 1 + below(3) }, (__, m) => ({ id: idAt(FIRST), label: `Trade ${n}-${m}` })),
}));
await save(
  'drugs',
  roots.map(({ id, label, trades }, n) => ({
    _id: oid(id),
    label,
    tradeLabels:
      n === 7
        ? []
        : [
            ...trades.map((trade, idx) => ({ _id: oid(trade.id), idx, label: trade.label })),
            ...(n === 3 ? [{ idx: 9, label: trades[0].label }] : []),
          ],
    errTemps: [
      { idx: 0, errType: oid(types[n % 6].id), isAdult: true, label: html() },
      ...(n === 4 ? [{ errType: oid(idAt(FIRST)), label: 'gone' }] : []),
    ],
    tags: [oid(tags[n % 2].id), oid(idAt(FIRST))],
    tips: often(50) ? 'Give slowly.' : null,
    compatibility: n > 0 ? [{ drug: oid(roots[n - 1].id), category: 'Y-site', note: 'compatible' }] : undefined,
  })),
);
const trades = roots.filter((_, n) => n !== 7).flatMap((root) => root.trades);
await save(
  'usererrtemps',
  people.slice(0, 5).map(({ id }) => ({
    _id: oid(idAt(FIRST)),
    userId: oid(id),
    errDrugTradeId: oid(pick(trades).id),
    errType: oid(pick(types).id),
    errNote: html(),
  })),
);
await save('sponsors', [{ _id: oid(idAt(FIRST)), name: 'A sponsor' }]);

// Charts.
const files = {
  patients: write('patients'),
  admissions: write('admissions'),
  reviews: write('reviews'),
  notes: write('physicnotes'),
};
const severities = ['A', 'B', 'C', 'C', 'C', 'D', 'E', 'F', 'I', 'c', 'X', '', null, undefined];
const responses = [1, 1, 1, 2, '2', '3', 4, 0, '', null, undefined, 'Accept'];
function entry() {
  const trade = pick(trades);
  const type = often(15) ? { id: NO_ERROR, label: 'No error' } : pick(types);
  const doc = {
    _id: oid(idAt(FIRST)),
    errType: oid(type.id),
    errTypeLabel: type.label,
    errDrug: oid(trade.id),
    errDrugLabel: trade.label,
    errNote: html(),
    errRes: pick(responses),
    errSeverity: pick(severities),
    rating: often(30) ? below(11) / 2 : often(5) ? 7 : undefined,
    drugTags: often(30) ? [{ name: 'antibiotic' }] : [],
  };
  if (often(4))
    Object.assign(doc, { errType: undefined, errTypeLabel: pick(['Old type', 'Dose too low', 'OLD TYPE']) });
  if (often(1)) Object.assign(doc, { errType: oid(idAt(FIRST)), errTypeLabel: undefined });
  if (often(3)) Object.assign(doc, { errDrug: oid(idAt(FIRST)), errDrugLabel: 'Old trade' });
  if (often(1)) doc.errDrugLabel = 'L'.repeat(300);
  return doc;
}

for (let n = 0; n < patientCount; n += 1) {
  const team = pick(teams);
  const born = Date.UTC(1935 + below(70), below(12), 1 + below(28));
  const first = FIRST + below((LAST - FIRST) / DAY - 120) * DAY + 8 * 3_600_000;
  const patientId = idAt(first);
  const isDangling = n % 97 === 41;
  if (!isDangling)
    await files.patients.add({
      _id: oid(patientId),
      firstName: n % 61 === 17 ? '' : `${pick(arabic)}\0`,
      middleName: n % 61 === 17 ? null : pick(arabic),
      lastName: n % 61 === 17 ? undefined : pick(arabic),
      birthdate: often(4)
        ? pick([null, undefined, '', 'unknown'])
        : often(1)
          ? dated(Date.UTC(2044, 1, 1))
          : dated(born),
      medicalRecordNumber: often(70) ? (often(50) ? 100_000 + n : `MR-${100_000 + n}`) : undefined,
      team: n % 83 === 29 ? oid(idAt(FIRST)) : oid(team.id),
      order: n,
      fourthName: often(50) ? pick(arabic) : 'x'.repeat(often(2) ? 200 : 5),
    });
  const stays = 1 + below(4);
  let start = first;
  for (let s = 0; s < stays; s += 1) {
    const days = 2 + below(9);
    const admissionId = idAt(start);
    const isOpen = (s === stays - 1 && often(5)) || (n % 31 === 3 && s > 0);
    await files.admissions.add({
      _id: oid(admissionId),
      patient: oid(patientId),
      team: oid(team.id),
      admissionDate: often(1) ? 'soon' : dated(start),
      admissionDetails: html(),
      ...(isOpen
        ? { dischargeDate: pick([null, undefined, '']) }
        : {
            dischargeDate: dated(often(2) ? start - 9 * DAY : start + days * DAY),
            dischargeStatus: pick([0, 1, '5', 6, null, 'gone']),
            dischargeNote: pick(['well', null, '']),
          }),
      reviewsCount: 4,
      gallery: often(3)
        ? [
            {
              _id: oid(idAt(start)),
              title: pick(['X-ray', '', 'أشعة']),
              images: [{ image: 'https://old-images.test/one.png' }, 'https://old-images.test/missing.png'],
            },
          ]
        : [],
      medications: often(20)
        ? [
            {
              _id: oid(idAt(start)),
              drug: oid(pick(trades).id),
              dose: '1 g',
              route: 'IV',
              frequency: 'q8h',
              startDate: dated(start),
              stopDate: often(50) ? dated(start + 3 * DAY) : often(10) ? dated(start - 3 * DAY) : null,
              order: 1,
            },
          ]
        : undefined,
    });
    const reviews = 1 + below(8);
    for (let r = 0; r < reviews; r += 1) {
      let day = start + Math.min(r, days) * DAY + 3_600_000;
      if (often(1)) day = start - 2 * DAY;
      else if (often(0.5)) day = start - 60 * DAY;
      else if (often(0.2)) day = Date.UTC(2051, 0, 1);
      const author = often(2) ? pick(left) : pick(team.crew.slice(0, 4));
      await files.reviews.add({
        _id: oid(idAt(Math.max(FIRST, Math.min(day, LAST)))),
        reviewDate: often(0.3) ? null : dated(day),
        clinicalNote: html(),
        drugErrs: often(0.1) ? Array.from({ length: 101 }, entry) : Array.from({ length: below(7) }, entry),
        userId: oid(author.id),
        userEmail: author.email,
        userName: author.name,
        admission: oid(often(0.3) ? idAt(FIRST) : admissionId),
        patient: oid(patientId),
        team: oid(team.id),
        isChecked: often(1) ? true : undefined,
      });
    }
    if (often(40))
      await files.notes.add({
        _id: oid(idAt(start)),
        noteDate: dated(start + DAY),
        note: html(),
        userId: oid(pick(team.crew.slice(4)).id),
        userName: 'x',
        admissionId: oid(admissionId),
        patientId: oid(patientId),
        teamId: oid(team.id),
      });
    start += (days + 20 + below(60)) * DAY;
    if (start > LAST) break;
  }
}
for (const file of Object.values(files)) await file.end();
if (format === 'bson') await writeFile(join(to, 'reviews.metadata.json'), '{"options":{}}');
