/**
 * FHIR R4, read only (docs/interfaces.md, "FHIR"; https://hl7.org/fhir/R4/http.html): other systems of the hospital read the
 * charts of the teams that a token is for. Each read is in the access log of these teams.
 */
import Router from '@koa/router';
import type { Bundle, BundleEntry, FhirResource, Provenance } from 'fhir/r4.js';
import type { Context, Middleware } from 'koa';
import { recordedAtOf } from 'language/domain/command';
import { fhirClient } from 'language/domain/values/codes';
import { countWorkInProgress } from 'service-kit/concurrency/work-in-progress';
import type { FollowedFile } from 'service-kit/process/followed-file';
import type { Logger } from 'service-kit/process/logger';
import type { Accessed } from '../accesses/access-log.ts';
import { hospitalTime } from '../files/hospital-time.ts';
import { idsOfPatient, survivorIdOf, survivors } from '../patients/merged-patients.ts';
import type { Dependencies } from '../read-route.ts';
import { utc } from '../rows.ts';
import { capabilityStatement } from './capability.ts';
import { type FhirClient, type Grant, isResourceType, type ResourceType } from './clients.ts';
import type { Kind, ResourceRow } from './kind.ts';
import { FhirProblem, fhirProblemOf, invalid, notThere, outcomeOf } from './outcome.ts';
import { allergies } from './resources/allergy-intolerance.ts';
import { detectedIssues } from './resources/detected-issue.ts';
import { encounters } from './resources/encounter.ts';
import { medicationStatements } from './resources/medication-statement.ts';
import { observations } from './resources/observation.ts';
import { patients } from './resources/patient.ts';
import {
  provenanceId,
  provenanceOf,
  provenanceParameters,
  type Source,
  sourceOf,
  targetsOf,
} from './resources/provenance.ts';
import { cursorOf, type Parameters, type Place, type Search, searchOf } from './search.ts';
import { createTokens, type TokenParts } from './tokens.ts';

const JSON_TYPE = 'application/fhir+json; charset=utf-8';
/** Answers of one client at a time, so that others wait for no copy of everything. */
const AT_ONCE = 4;

const kindsOfRows: readonly Kind[] = [
  patients,
  encounters,
  medicationStatements,
  allergies,
  observations,
  detectedIssues,
];
const kindOf = new Map(kindsOfRows.map((kind) => [kind.type, kind]));
const described = [...kindsOfRows, { type: 'Provenance' as const, parameters: provenanceParameters }];

export interface FhirParts extends Pick<TokenParts, 'onRefused'> {
  readonly clients: Pick<FollowedFile<ReadonlyMap<string, FhirClient>>, 'current'>;
  /** `PUBLIC_URL` */
  readonly origin: string;
  readonly version: string;
}
export type FhirDependencies = Pick<
  Dependencies,
  'db' | 'accessLog' | 'history' | 'rootKey' | 'timeZone' | 'logRestarts'
>;

/** A resource of an answer, with what its access is recorded by. */
interface Found extends Place {
  readonly resource: FhirResource;
  readonly team: string;
  readonly patient: string;
  readonly encounter: string | null;
}

export function fhirRoutes(
  { clients, origin, version, onRefused }: FhirParts,
  dependencies: FhirDependencies,
  logger: Logger,
  isSchemaReady: () => Promise<boolean>,
): Middleware {
  const { db, accessLog, history, rootKey, timeZone, logRestarts } = dependencies;
  const base = `${origin}/fhir`;
  const tokens = createTokens({ clients, rootKey, base, onRefused });
  const begin = countWorkInProgress(AT_ONCE);
  const instantOf = (dayAndTime: string): Date => {
    const guess = Date.parse(`${dayAndTime}Z`);
    if (Number.isNaN(guess)) return new Date(Number.NaN);
    const seen = hospitalTime(new Date(guess), timeZone);
    return new Date(
      guess - (Date.parse(`${seen.slice(0, 10)}T${seen.slice(11, 19)}Z`) - Math.floor(guess / 1_000) * 1_000),
    );
  };
  const peopleOf = async (ids: readonly string[]): Promise<string[]> => {
    const { rows } = await db.query<{ id: string }>(
      `select distinct of.patient_id as id from unnest($1::text[]) as asked(id)
       cross join lateral ${idsOfPatient(survivorIdOf('asked.id'))} of`,
      [ids],
    );
    return rows.map(({ id }) => id);
  };
  const searchIn = (parameters: Parameters, query: URLSearchParams, first: number): Promise<Search> =>
    searchOf({ query, parameters, base, first, instantOf, peopleOf });

  async function rowsOf(kind: Kind, { teams }: Grant, { conditions, values, after, count }: Search): Promise<Found[]> {
    const all: unknown[] = [teams, timeZone, ...values];
    const value = (of: unknown): string => `$${all.push(of)}`;
    const where = [...conditions];
    if (after)
      where.push(`x.place >= ${value(after.place)} and (x.place, x.id) > ($${all.length}, ${value(after.id)})`);
    const { rows } = await db.query<ResourceRow>(
      /* sql */ `
      with merged as materialized (select known.* from ${survivors()} known)
      select x.*, ${utc('x.updated')} as last_updated, coalesce(team.name, '') as team
      from (${kind.rows}) x
      left join team on team.team_id = x.team_id
      ${where.length === 0 ? '' : `where ${where.join(' and ')}`}
      order by x.place, x.id limit ${value(count + 1)}`,
      all,
    );
    return rows.map((row) => ({
      place: row.place,
      id: row.id,
      resource: kind.resourceOf(row, base),
      team: row.team_id,
      patient: row.person,
      encounter: row.encounter_id,
    }));
  }

  /** The streams whose events a search or a read may show, of charts of the teams and of their own patients. */
  async function sourcesOf(
    { teams }: Grant,
    { people, charts }: { people?: readonly string[]; charts?: readonly string[] },
  ) {
    const { rows } = await db.query<Source & { team: string; person: string; chart: string | null }>(
      /* sql */ `
      with merged as materialized (select known.* from ${survivors()} known)
      select 'admission' as of, a.admission_id as id, a.team_id as team, coalesce(merged.survivor_id, a.patient_id) as person,
             a.admission_id as chart
      from admission a left join merged on merged.patient_id = a.patient_id
      where a.team_id = any ($1) and (a.patient_id = any ($2) or a.admission_id = any ($3))
      union all
      select 'patient', p.patient_id, stays.team_id, stays.patient_id, null
      from patient p left join merged on merged.patient_id = p.patient_id
      join patient stays on stays.patient_id = coalesce(merged.survivor_id, p.patient_id)
      where stays.team_id = any ($1) and p.patient_id = any ($2)
      order by 1, 2`,
      [teams, people ?? [], charts ?? []],
    );
    return rows;
  }

  async function provenances(grant: Grant, search: Search): Promise<Found[]> {
    const { asked, intervals, after, count } = search;
    const ids = asked['_id'];
    const named = ids?.map(sourceOf).filter((source) => source !== undefined);
    if (!asked['patient'] && !asked['encounter'] && !named)
      throw invalid('A search of Provenance names a patient or an encounter');
    const [patientsNamed, chartsNamed] = (['patient', 'admission'] as const).map((kind) =>
      (named ?? []).filter(({ of }) => of === kind).map(({ id }) => id),
    );
    const sources = await sourcesOf(grant, {
      people: [...(asked['patient'] ? await peopleOf(asked['patient']) : []), ...(patientsNamed ?? [])],
      charts: [...(asked['encounter'] ?? []), ...(chartsNamed ?? [])],
    });
    const isWanted = (source: Source & { chart: string | null; person: string }, recorded: number): boolean =>
      (!asked['encounter'] || asked['encounter'].includes(source.chart ?? '')) &&
      [...(intervals['recorded'] ?? []), ...(intervals['_lastUpdated'] ?? [])].every(({ prefix, from, to }) =>
        isWithin[prefix]?.(recorded, from.getTime(), to.getTime()),
      );
    const found: Found[] = [];
    for (const source of sources) {
      const place = `${source.of}-${source.id}`;
      if (after && place < after.place) continue;
      const streams = source.of === 'admission' ? history.admissions : history.patients;
      for await (const batch of streams.transitions(source.id))
        for (const { event } of batch) {
          const id = provenanceId(source, event.revision);
          const targets = targetsOf(source, event);
          if (
            targets.length === 0 ||
            (after?.place === place && event.revision <= (sourceOf(after.id)?.revision ?? -1n)) ||
            (ids && !ids.includes(id)) ||
            !isWanted(source, Date.parse(recordedAtOf(event.metadata)))
          )
            continue;
          const resource: Provenance = await provenanceOf(source, event, targets, history.people, base);
          found.push({ place, id, resource, team: source.team, patient: source.person, encounter: source.chart });
          if (found.length > count) return found;
        }
    }
    return found;
  }

  const find = (type: ResourceType, grant: Grant, query: URLSearchParams): Promise<readonly [Found[], Search]> =>
    logRestarts.repeated(async () => {
      const kind = kindOf.get(type);
      const search = await searchIn(kind?.parameters ?? provenanceParameters, query, 3);
      return [kind ? await rowsOf(kind, grant, search) : await provenances(grant, search), search] as const;
    });

  /** A search of several teams is an access of each that it found something of; without a find, of all. */
  function accessesOf(type: ResourceType, { teams }: Grant, found: readonly Found[], single: boolean): Accessed[] {
    const patient = found[0]?.patient;
    const isOfOne = patient !== undefined && found.every((one) => one.patient === patient);
    const encounter = found[0]?.encounter;
    const isOfOneChart = typeof encounter === 'string' && found.every((one) => one.encounter === encounter);
    return (found.length === 0 ? teams : [...new Set(found.map(({ team }) => team))]).map((teamId) => ({
      type: 'FhirRead',
      teamId,
      data: {
        resource: type,
        found: found.filter(({ team }) => team === teamId).length,
        ...(isOfOne && { patientId: patient }),
        ...(isOfOne && isOfOneChart && { admissionId: encounter }),
      },
      ...(single && { deduplicationKey: `${type}/${found[0]?.id}` }),
    }));
  }

  async function granted(ctx: Context, type: string): Promise<readonly [Grant, ResourceType]> {
    const grant = await tokens.grantOf(ctx);
    if (!isResourceType(type)) throw new FhirProblem(404, 'not-supported', `${type}: no resource of this server`);
    if (!grant.resources.includes(type))
      throw new FhirProblem(403, 'forbidden', `The token is not for system/${type}.read`);
    refuseOtherFormats(ctx);
    return [grant, type];
  }

  const router = new Router({ prefix: '/fhir' });
  router.post('/token', (ctx) => tokens.answer(ctx));
  router.get('/metadata', (ctx) => {
    refuseOtherFormats(ctx);
    ctx.body = capabilityStatement(base, version, described);
  });
  router.get('/:type', async (ctx) => {
    const [grant, type] = await granted(ctx, ctx.params['type'] ?? '');
    const end = begin(grant.clientId);
    if (!end) throw new FhirProblem(429, 'throttled', `${AT_ONCE} searches at a time`, { 'retry-after': '1' });
    try {
      const query = new URLSearchParams(ctx.querystring);
      const [rows, search] = await find(type, grant, query);
      const found = rows.slice(0, search.count);
      await accessLog.note(fhirClient(grant.clientId), accessesOf(type, grant, found, false));
      const last = found.at(-1);
      query.delete('_cursor');
      const self = `${base}/${type}${query.size === 0 ? '' : `?${query.toString()}`}`;
      if (last && rows.length > found.length) query.set('_cursor', cursorOf(last));
      ctx.body = {
        resourceType: 'Bundle',
        type: 'searchset',
        link: [
          { relation: 'self', url: self },
          ...(query.has('_cursor') ? [{ relation: 'next', url: `${base}/${type}?${query.toString()}` }] : []),
        ],
        ...(found.length > 0 && {
          entry: found.map(({ resource, id }): BundleEntry => ({
            fullUrl: `${base}/${type}/${id}`,
            resource,
            search: { mode: 'match' },
          })),
        }),
      } satisfies Bundle;
    } finally {
      end();
    }
  });
  router.get('/:type/:id', async (ctx) => {
    const [grant, type] = await granted(ctx, ctx.params['type'] ?? '');
    const id = ctx.params['id'] ?? '';
    if (!/^[A-Za-z0-9.-]{1,64}$/.test(id)) throw notThere();
    const [[found]] = await find(type, grant, new URLSearchParams({ _id: id }));
    if (!found) throw notThere();
    await accessLog.note(fhirClient(grant.clientId), accessesOf(type, grant, [found], true));
    const version = found.resource.meta?.versionId;
    if (version !== undefined) ctx.set('etag', `W/"${version}"`);
    ctx.body = found.resource;
  });
  const answer = router.routes();

  return async (ctx, next) => {
    if (ctx.path !== '/fhir' && !ctx.path.startsWith('/fhir/')) return next();
    try {
      if (!['GET', 'HEAD'].includes(ctx.method) && !(ctx.method === 'POST' && ctx.path === '/fhir/token'))
        throw new FhirProblem(405, 'not-supported', 'Read only', { allow: 'GET, HEAD' });
      if (!(await isSchemaReady()))
        throw new FhirProblem(503, 'transient', 'The tables have not been made yet', { 'retry-after': '1' });
      await answer(ctx as FunctionParameters<typeof answer>[0], async () => undefined);
      if (ctx.body === undefined && ctx.status === 404)
        throw new FhirProblem(404, 'not-supported', 'No address of this server');
      const { rows } = await db.query<{ stale: boolean }>('select exists (select from stale_stream) as stale');
      if (rows[0]?.stale) ctx.set('x-stale', 'true');
    } catch (error) {
      const known = fhirProblemOf(error);
      if (!known) logger.error({ error }, 'unexpected failure');
      const problem = known ?? new FhirProblem(500, 'exception', 'Something failed that should not. It is in the log');
      ctx.status = problem.status;
      ctx.set(problem.headers);
      ctx.body = outcomeOf(problem);
    }
    if (ctx.path !== '/fhir/token' || (ctx.body as { resourceType?: string }).resourceType) ctx.type = JSON_TYPE;
  };
}

type FunctionParameters<Of extends (...given: never[]) => unknown> = globalThis.Parameters<Of>;

/** Instants, as the comparisons of the statements. */
const isWithin: Readonly<Record<string, (at: number, from: number, to: number) => boolean>> = {
  eq: (at, from, to) => at >= from && at < to,
  ne: (at, from, to) => at < from || at >= to,
  gt: (at, _from, to) => at >= to,
  sa: (at, _from, to) => at >= to,
  ge: (at, from) => at >= from,
  lt: (at, from) => at < from,
  eb: (at, from) => at < from,
  le: (at, _from, to) => at < to,
};

const isJson = (type: string): boolean => /(?:^|[/+])json\b/.test(type) || type === '*/*' || type === 'application/*';
/** @throws FhirProblem 406 */
function refuseOtherFormats(ctx: Context): void {
  const format = new URLSearchParams(ctx.querystring).get('_format');
  const accepted = (ctx.get('accept') || '*/*').split(',').map((part) => part.split(';')[0]?.trim() ?? '');
  if (format === null ? !accepted.some(isJson) : !isJson(format.replace(' ', '+')))
    throw new FhirProblem(406, 'not-supported', 'JSON only: application/fhir+json');
}
