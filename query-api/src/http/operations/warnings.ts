/**
 * The problems of the installation, for the operator's page. The bounds are those of the alerts
 * where there is one (`infra/operations/docker/monitoring/alerts.yml`; docs/operations.md, "Operator's page").
 */
import type { Operations, OperationsWarning, OperationsWarningKind } from 'language/contract/operations';

/** Screens may be behind this long under load. */
const BEHIND_SECONDS = 10;
const QUEUE_JOBS = 100;
const FREE_SHARE = 0.15;
/** Commands will soon be refused. */
const URGENT_FREE_SHARE = 0.05;
/** A backup every hour is advised: a day means that its timer has stopped. */
const BACKUP_HOURS = 24;
/** Those that say that they run (`service-kit/security/master-key-holders`). */
const SERVICES = ['command-api', 'projections', 'query-api'] as const;

type Read = Omit<Operations, 'warnings'>;
type Values = OperationsWarning['values'];

/** Parts without a warning of their own. */
const PARTS = ['services', 'rows', 'parked', 'database', 'disk', 'sessions', 'backup'] as const;

/** @returns the urgent ones first */
export function warningsOf(read: Read): OperationsWarning[] {
  const warnings = [
    ...eventLogWarnings(read),
    ...serviceWarnings(read),
    ...rowWarnings(read),
    ...diskWarnings(read),
    ...queueWarnings(read),
    ...backupWarnings(read),
    ...PARTS.filter((part) => isUnknown(read, part)).map((part) =>
      warning('partUnknown', "Operator's page", false, { part }),
    ),
  ];
  return [...warnings.filter(({ isUrgent }) => isUrgent), ...warnings.filter(({ isUrgent }) => !isUrgent)];
}

const warning = (
  kind: OperationsWarningKind,
  section: string,
  isUrgent: boolean,
  values: Values = {},
): OperationsWarning => ({ kind, isUrgent, values, section });

/** The disk is another machine's where the services have no data folder. */
const isUnknown = (read: Read, part: (typeof PARTS)[number]): boolean =>
  part === 'disk' ? read.disk.isHere && read.disk.space === null : read[part] === null;

const eventLogWarnings = ({ eventLog }: Read): OperationsWarning[] =>
  eventLog === null ? [warning('eventLogAway', 'What to do when', true)] : [];

function serviceWarnings({ services }: Read): OperationsWarning[] {
  if (services === null) return [];
  const running = new Set(services.map(({ service }) => service));
  return SERVICES.filter((service) => !running.has(service)).map((service) =>
    warning('serviceAway', 'What to do when', true, { service }),
  );
}

function rowWarnings({ rows, parked }: Read): OperationsWarning[] {
  const projections = rows?.projections ?? [];
  const rebuilt = (state: string) => projections.filter(({ rebuild }) => rebuild?.state === state);
  return [
    ...(rows?.isFollowed === false ? [warning('nothingFollowed', 'What to do when', true)] : []),
    ...(parked && parked.total > 0
      ? [warning('streamsParked', 'What to do when', true, { streams: parked.total })]
      : []),
    ...(projections.some(({ oldestSeconds }) => oldestSeconds > BEHIND_SECONDS)
      ? [warning('rowsBehind', 'What to do when', false, { seconds: BEHIND_SECONDS })]
      : []),
    ...rebuilt('failed').map(({ projection }) => warning('rebuildFailed', 'Upgrade', false, { projection })),
    ...rebuilt('newerVersion').map(({ projection }) =>
      warning('rowsOfNewerVersion', 'Roll back', false, { projection }),
    ),
  ];
}

function diskWarnings({ disk }: Read): OperationsWarning[] {
  const { space } = disk;
  if (!space || space.bytes <= 0) return [];
  const share = space.freeBytes / space.bytes;
  if (share >= FREE_SHARE) return [];
  return [
    warning('diskNearlyFull', 'What to do when', share < URGENT_FREE_SHARE, { percent: Math.floor(share * 100) }),
  ];
}

function queueWarnings({ queue }: Read): OperationsWarning[] {
  if (queue === null) return [warning('queueAway', 'What to do when', false)];
  return queue.waiting > QUEUE_JOBS ? [warning('queueGrows', 'What to do when', false, { jobs: QUEUE_JOBS })] : [];
}

function backupWarnings({ backup, at }: Read): OperationsWarning[] {
  if (backup === null) return [];
  if (backup.last === null) return [warning('backupMissing', 'Backup', false)];
  const hours = Math.floor((Date.parse(at) - Date.parse(backup.last.madeAt)) / 3_600_000);
  return hours >= BACKUP_HOURS ? [warning('backupOld', 'Backup', false, { hours })] : [];
}
