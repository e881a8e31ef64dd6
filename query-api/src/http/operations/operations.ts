/** The operator's page, for the admin account (docs/product.md, "Operator's page"). */
import * as installationCalls from 'language/contract/calls/installation';
import type {
  GoodBackup,
  Operations,
  RowsOfScreens,
  ServiceProcess,
  StoppedStream,
} from 'language/contract/operations';
import type { OperatorNumbers } from 'projections/schema/operator-numbers';
import { projectionNames } from 'projections/schema/projections';
import * as z from 'zod';
import { requireAdminAccount } from '../accounts/accounts.ts';
import { read } from '../read-route.ts';
import type { OperationsState } from './look.ts';
import { warningsOf } from './warnings.ts';

export const operationsRoutes = [
  read(installationCalls.getOperations, {
    input: z.object({}),
    // It is never stale: it says itself which rows are.
    from: () => [],
    async answer(request): Promise<Operations> {
      await requireAdminAccount(request);
      return operationsOf(await request.dependencies.operationsState());
    },
  }),
];

function operationsOf({ numbers, at, queueEngine, hasDataFolder }: OperationsState): Operations {
  const { queue, eventLog, databaseBytes, sessions, backup } = numbers;
  const shown: Omit<Operations, 'warnings'> = {
    at: at.toISOString(),
    version: {
      product: numbers.version,
      node: process.versions.node,
      privateTables: numbers.privateTables ?? null,
      readModels: numbers.readModels ?? null,
    },
    services: numbers.services?.map(processOf) ?? null,
    rows: rowsOf(numbers),
    parked: parkedOf(numbers),
    queue: queue
      ? {
          engine: queueEngine,
          waiting: (queue['waiting'] ?? 0) + (queue['prioritized'] ?? 0),
          delayed: queue['delayed'] ?? 0,
          active: queue['active'] ?? 0,
        }
      : null,
    eventLog: eventLog
      ? { position: eventLog.position?.toString() ?? null, followedTo: eventLog.followedTo ?? null }
      : null,
    database: databaseBytes === undefined ? null : { bytes: databaseBytes },
    disk: { isHere: hasDataFolder, space: numbers.disk ?? null },
    sessions: sessions
      ? {
          people: sessions.people,
          sessions: sessions.sessions,
          begun: {
            withinHour: sessions.withinHour,
            withinFourHours: sessions.withinFourHours,
            earlier: sessions.sessions - sessions.withinHour - sessions.withinFourHours,
          },
        }
      : null,
    backup: backup ? { last: backup.last ? backupOf(backup.last) : null } : null,
  };
  return { ...shown, warnings: warningsOf(shown) };
}

/** `query-api (process 42 on host-1)`. */
function processOf({ name, seenAt }: { readonly name: string; readonly seenAt: Date }): ServiceProcess {
  const [, service = name, process = ''] = /^(\S+) \((.*)\)$/.exec(name) ?? [];
  return { service, process, seenAt: seenAt.toISOString() };
}

function rowsOf({ lag, rebuilds }: OperatorNumbers): RowsOfScreens | null {
  if (!lag) return null;
  return {
    isFollowed: lag.dispatching,
    projections: projectionNames.map((projection) => ({
      projection,
      ...lag.projections[projection],
      rebuild: rebuilds?.get(projection) ?? null,
    })),
  };
}

function parkedOf({ lag, parked }: OperatorNumbers): Operations['parked'] {
  if (!parked) return null;
  const counted = lag && Object.values(lag.projections).reduce((sum, each) => sum + each.parked, 0);
  const newest = parked.map(({ projection, stream, fromRevision, parkedAt, ...rest }): StoppedStream => {
    // `catalogue` has no id.
    const [, kind = stream, id = ''] = /^([^-]+)-(.+)$/.exec(stream) ?? [];
    return { ...rest, projection, stream, kind, id, revision: fromRevision, since: parkedAt.toISOString() };
  });
  // The two were read at about the same time.
  return { total: Math.max(counted ?? 0, newest.length), newest };
}

const backupOf = ({ madeAt, ...run }: { readonly madeAt: Date } & Omit<GoodBackup, 'madeAt'>): GoodBackup => ({
  ...run,
  madeAt: madeAt.toISOString(),
});
