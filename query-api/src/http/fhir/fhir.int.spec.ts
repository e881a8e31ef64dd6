import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bundle, DetectedIssue, Encounter, Observation, OperationOutcome, Patient, Provenance } from 'fhir/r4.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let api: Awaited<ReturnType<TestEnvironment['another']>>;
let folder: string;
const secret = 'a secret: with + and %';
const client = {
  id: 'quality',
  secretSha256: createHash('sha256').update(secret).digest('hex'),
  teams: ['icu'],
};
const setClients = (...clients: object[]) => writeFile(join(folder, 'clients.json'), JSON.stringify({ clients }));
/** Longer than the product takes to look at the file again. */
const afterLook = () => new Promise((resolve) => setTimeout(resolve, 1_100));

beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.addPatient({ id: 'p-ccu', team: 'ccu', names: ['سعاد', 'علي'], recordNumber: '900' });
  await environment.addPatient({ id: 'p-same', names: ['أحمد', 'محمد'], recordNumber: '13' });
  await environment.rows.query(/* sql */ `
    insert into admission (admission_id, patient_id, team_id, admission_date, admission_details, version)
    values ('adm-ccu', 'p-ccu', 'ccu', '2025-02-01', '', 0), ('adm-same', 'p-same', 'icu', '2025-03-01', '', 0);
    insert into absorbed_patient (survivor_id, patient_id, merged_at, merged_by, version, since)
    values ('pat-1', 'p-same', '2025-03-02', 'mona', 3, '2025-03-02');
    insert into measurement (measurement_id, admission_id, patient_id, team_id, kind, value, unit, taken_on, taken_at,
                             last_dose_on, last_dose_at, source, note, canonical, author_id, created_at, version)
    values
      ('m-1', 'adm-1', 'pat-1', 'icu', 'creatinine', 186, 'umol/L', '2025-02-01', '06:00', null, '', 'laboratory', '', 2.1, 'mona', '2025-02-01', 4),
      ('m-2', 'adm-1', 'pat-1', 'icu', 'creatinine', 1.4, 'mg/dL', '2025-01-31', '', null, '', 'laboratory', '', 1.4, 'mona', '2025-02-01', 5),
      ('m-3', 'adm-ccu', 'p-ccu', 'ccu', 'weight', 60, 'kg', '2025-02-01', '', null, '', 'measured', '', 60, 'sami', '2025-02-01', 1);
    insert into allergy_list (patient_id, confirmed_at, confirmed_by, is_of_stay, version, since)
    values ('pat-1', '2025-02-01T08:00:00Z', 'mona', true, 2, '2025-02-01');
    update drug set atc = 'J01DH02' where drug_id = 'drug-a'`);
  folder = await mkdtemp(join(tmpdir(), 'fhir-'));
  await setClients(client);
  api = await environment.another({}, undefined, {
    FHIR: 'on',
    FHIR_CLIENTS: join(folder, 'clients.json'),
    PUBLIC_URL: 'http://pharmacy.example',
    TIME_ZONE: 'Africa/Cairo',
  });
});
afterAll(async () => {
  await api.stop();
  await environment.stop();
  await rm(folder, { recursive: true });
});

interface TokenAnswer {
  access_token: string;
  scope: string;
  error: string;
}
async function askToken(form: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...form });
  const response = await fetch(`${api.url}/fhir/token`, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as TokenAnswer, headers: response.headers };
}
const tokenFor = async (scope = ''): Promise<string> =>
  (await askToken({ client_id: 'quality', client_secret: secret, scope })).body.access_token;
let token: string;
beforeEach(async () => {
  token = await tokenFor();
});

async function read<Body>(path: string, as = token, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}/fhir${path}`, { headers: { authorization: `Bearer ${as}`, ...headers } });
  return { status: response.status, body: (await response.json()) as Body, headers: response.headers };
}
const find = async (path: string, as?: string) => {
  const { status, body } = await read<Bundle>(path, as);
  return { status, ids: (body.entry ?? []).map(({ resource }) => resource?.id), bundle: body };
};

test('without the setting there is no FHIR', async () => {
  expect((await fetch(`${environment.url}/fhir/metadata`)).status).toBe(404);
});

test('what the server can do is open, and says FHIR R4, JSON, read and search', async () => {
  const response = await fetch(`${api.url}/fhir/metadata`);
  expect(response.headers.get('content-type')).toBe('application/fhir+json; charset=utf-8');
  expect(await response.json()).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' });
});

test('a token takes the right secret, in the header or in the form, and no wider scope', async () => {
  const basic = (password: string) => ({
    authorization: `Basic ${Buffer.from(`quality:${encodeURIComponent(password)}`).toString('base64')}`,
  });
  expect((await askToken({}, basic(secret))).status).toBe(200);
  const wrong = await askToken({}, basic('another'));
  expect([wrong.status, wrong.body.error, wrong.headers.get('www-authenticate')]).toEqual([
    401,
    'invalid_client',
    'Basic realm="fhir"',
  ]);
  expect((await askToken({ client_id: 'nobody', client_secret: secret })).body.error).toBe('invalid_client');
  const of = { client_id: 'quality', client_secret: secret };
  expect((await askToken({ ...of, grant_type: 'password' })).body.error).toBe('unsupported_grant_type');
  expect((await askToken({ ...of, scope: 'team/ccu' })).body.error).toBe('invalid_scope');
  expect((await askToken({ ...of, scope: 'system/Patient.write' })).body.error).toBe('invalid_scope');
  expect((await askToken({ ...of, scope: 'system/Patient.read' })).body.scope).toBe('system/Patient.read team/icu');
  expect((await askToken({ ...of, scope: 'system/*.read team/icu' })).body.scope).toContain('system/Provenance.read');
  const noted = `select kind from accounts.security_line where kind = 'ClientRefused'`;
  // It is written beside the answer.
  await expect.poll(async () => (await environment.rows.query(noted)).rows).toHaveLength(1);
});

test('a token reads what it is for, and nothing once its client is out of the file', async () => {
  const ofPatients = await tokenFor('system/Patient.read');
  expect((await read('/Patient', ofPatients)).status).toBe(200);
  expect((await read('/Observation', ofPatients)).status).toBe(403);
  for (const bad of ['', 'x', `${token}x`, environment.tokens.mona])
    expect((await read<OperationOutcome>('/Patient', bad)).body.issue[0]?.code).toBe('login');
  await setClients();
  await afterLook();
  expect((await read('/Patient')).status).toBe(401);
  await setClients({ ...client, teams: ['ccu'] });
  await afterLook();
  expect((await read('/Patient')).status).toBe(401);
  await setClients(client);
  await afterLook();
});

test('another team is not seen: not its patients, charts, measurements or events', async () => {
  expect((await find('/Patient')).ids).toEqual(['p-same', 'pat-1']);
  for (const path of ['/Patient/p-ccu', '/Encounter/adm-ccu', '/Observation/m-3', '/Provenance/admission.adm-ccu.0'])
    expect((await read(path)).status).toBe(404);
  for (const path of [
    '/Patient?_id=p-ccu',
    '/Patient?identifier=900',
    '/Encounter?patient=p-ccu',
    '/Observation?encounter=adm-ccu',
    '/Provenance?patient=p-ccu',
  ])
    expect(await find(path)).toMatchObject({ status: 200, ids: [] });
  // Their patient has come here from a stay of this team: the chart of the other team stays theirs.
  await environment.rows.query(`update patient set team_id = 'ccu' where patient_id = 'pat-1'`);
  expect((await find('/AllergyIntolerance')).ids).toEqual([]);
  expect(
    (await find('/Provenance?patient=pat-1')).bundle.entry?.some(({ fullUrl }) => fullUrl?.includes('patient.')),
  ).toBe(false);
  await environment.rows.query(`update patient set team_id = 'icu' where patient_id = 'pat-1'`);
});

test('pages have each resource once, by links alone', async () => {
  const seen: (string | undefined)[] = [];
  let next: string | undefined = '/Encounter?_count=1';
  while (next !== undefined) {
    const { ids, bundle }: Awaited<ReturnType<typeof find>> = await find(next);
    seen.push(...ids);
    next = bundle.link?.find(({ relation }) => relation === 'next')?.url.replace('http://pharmacy.example/fhir', '');
  }
  expect(seen).toEqual(['adm-0', 'adm-1', 'adm-same']);
  expect((await read<OperationOutcome>('/Encounter?_cursor=x')).body.issue[0]?.code).toBe('invalid');
});

test('a merged patient is inactive and replaced, and the charts are of the patient who stays', async () => {
  const { body } = await read<Patient>('/Patient/p-same');
  expect(body).toMatchObject({ active: false, link: [{ other: { reference: 'Patient/pat-1' }, type: 'replaced-by' }] });
  expect((await read<Encounter>('/Encounter/adm-same')).body.subject).toEqual({ reference: 'Patient/pat-1' });
  for (const id of ['pat-1', 'Patient/p-same', 'http://pharmacy.example/fhir/Patient/p-same'])
    expect((await find(`/Encounter?patient=${id}`)).ids).toEqual(['adm-0', 'adm-1', 'adm-same']);
});

test.each([
  ['date=2025-01-31', []],
  ['date=2024-06', ['adm-0']],
  ['date=ge2025-03-01', ['adm-1', 'adm-same']],
  ['date=lt2025-01-31', ['adm-0']],
  ['date=sa2025-01-31', ['adm-same']],
  ['date=eb2024-06-10', ['adm-0']],
  ['date=ge2024-06-01&date=lt2025-02-01', ['adm-0', 'adm-1']],
  ['_lastUpdated=gt2020-01-01T00:00:00Z&_id=adm-1', ['adm-1']],
  ['_lastUpdated=gt2999', []],
])('a search by %s finds the stays that FHIR says it finds', async (query, ids) => {
  expect((await find(`/Encounter?${query}`)).ids).toEqual(ids);
});

test('a measurement has the code of its unit, and its instant in the time of the hospital', async () => {
  const [first, second] = (await find('/Observation?encounter=adm-1')).bundle.entry ?? [];
  expect(first?.resource).toMatchObject({
    id: 'm-1',
    code: { coding: [{ system: 'http://loinc.org', code: '14682-9' }, { code: 'creatinine' }] },
    effectiveDateTime: '2025-02-01T04:00:00.000Z',
    valueQuantity: { value: 186, code: 'umol/L', system: 'http://unitsofmeasure.org' },
  } satisfies Partial<Observation> | object);
  expect(second?.resource).toMatchObject({
    code: { coding: [{ code: '2160-0' }, { code: 'creatinine' }] },
    effectiveDateTime: '2025-01-31',
  });
  expect((await find('/Observation?date=2025-02-01T04:00Z')).ids).toEqual(['m-1']);
  expect((await find('/Observation?date=2025-02-01T06:00')).ids).toEqual(['m-1']);
});

test('an error is an issue with its drug, recommendation and response, and "No error" is none', async () => {
  const { ids, bundle } = await find('/DetectedIssue?patient=pat-1');
  expect(ids).toEqual(['ent-1']);
  expect(bundle.entry?.[0]?.resource).toMatchObject({
    severity: 'low',
    identifiedDateTime: '2025-02-01',
    detail: 'halve',
    contained: [{ code: { coding: [{ system: 'http://www.whocc.no/atc', code: 'J01DH02' }, { code: 'drug-a.0' }] } }],
    mitigation: [{ action: { coding: [{ code: '1', display: 'Accept' }] } }],
  } satisfies Partial<DetectedIssue> | object);
});

test('that a patient was asked and has no allergy is said, and no longer once one is listed', async () => {
  expect((await find('/AllergyIntolerance?patient=p-same')).ids).toEqual(['none.pat-1']);
  await environment.rows.query(/* sql */ `
    insert into allergy values ('pat-1', 'al-1', '', '', '', '', 'Latex', '', 'severe', '', '', '', 3, 3, now())`);
  expect((await find('/AllergyIntolerance')).ids).toEqual(['al-1']);
  await environment.rows.query(`delete from allergy`);
});

test('events of a chart are its provenance, with who, when and what of', async () => {
  const { bundle } = await find('/Provenance?encounter=adm-1');
  const found = bundle.entry?.map(({ resource }) => resource as Provenance) ?? [];
  expect(found[0]).toMatchObject({
    id: 'admission.adm-1.0',
    target: [{ reference: 'Encounter/adm-1' }],
    activity: { coding: [{ code: 'CREATE' }, { code: 'PatientAdmitted' }] },
  });
  expect(found[1]?.target).toEqual([{ reference: 'DetectedIssue/ent-1' }]);
  expect((await read<Provenance>('/Provenance/admission.adm-1.1')).body.id).toBe('admission.adm-1.1');
  expect((await read<OperationOutcome>('/Provenance')).status).toBe(400);
  expect((await find('/Provenance?encounter=adm-1&recorded=gt2999')).ids).toEqual([]);
});

test.each([
  ['/Encounter?foo=1', 400, 'not-supported'],
  ['/Encounter?date=1.2.2025', 400, 'invalid'],
  ['/Encounter?date=2025-02-30', 400, 'invalid'],
  ['/Encounter?patient=Encounter/adm-1', 400, 'invalid'],
  ['/Encounter?_count=many', 400, 'invalid'],
  ['/Medication', 404, 'not-supported'],
  ['/Patient/nobody', 404, 'not-found'],
  ['/Patient/a/b', 404, 'not-supported'],
  ['/Patient?_format=xml', 406, 'not-supported'],
])('%s is refused in words of FHIR', async (path, status, code) => {
  const { body, ...answer } = await read<OperationOutcome>(path);
  expect([answer.status, body.resourceType, body.issue[0]?.code]).toEqual([status, 'OperationOutcome', code]);
});

test('nothing can be written', async () => {
  const response = await fetch(`${api.url}/fhir/Patient`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('each read is in the access log of the team, with the patient where it is of one', async () => {
  await environment.rows.query('delete from accounts.access_note');
  await read('/Patient');
  await read('/Observation/m-1');
  await read('/Observation?patient=p-ccu');
  await read('/Patient/nobody');
  const { rows } = await environment.rows.query(
    `select team_id, actor_id, kind, data from accounts.access_note order by at, data->>'resource'`,
  );
  const of = { team_id: 'icu', actor_id: 'fhir:quality', kind: 'FhirRead' };
  expect(rows).toEqual([
    { ...of, data: { resource: 'Patient', found: 2, patientId: 'pat-1' } },
    { ...of, data: { resource: 'Observation', found: 1, patientId: 'pat-1', admissionId: 'adm-1' } },
    { ...of, data: { resource: 'Observation', found: 0 } },
  ]);
});

test('an erased patient is gone', async () => {
  await environment.addPatient({ id: 'p-gone', names: ['نور'] });
  expect((await read('/Patient/p-gone')).status).toBe(200);
  await environment.rows.query(`delete from patient where patient_id = 'p-gone'`);
  expect((await read('/Patient/p-gone')).status).toBe(404);
});
