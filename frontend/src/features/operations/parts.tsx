/** The parts of the installation, a panel each. A part that could not be read says so, and leaves the others. */
import { Box, type BoxProps } from '@chakra-ui/react/box';
import type { Operations } from 'language/contract/operations';
import type { ReactNode } from 'react';
import { Panel } from '../../components/page.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { formatDecimal, formatNumber } from '../../platform/language/numbers.ts';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatDuration, formatInstant } from '../../platform/time/instants.ts';
import { type Part, partTitle, projectionTitle } from './part-titles.ts';

/** Those that run at least once. */
const SERVICES = ['command-api', 'projections', 'query-api'] as const;

const partStyle = {
  breakInside: 'avoid',
  '& h2': { fontSize: 'md', fontWeight: 'semibold', marginBlockEnd: '2' },
  '& dl': { display: 'grid', gridTemplateColumns: 'minmax(0, auto) minmax(0, 1fr)', columnGap: '4', rowGap: '1' },
  '& dt': { color: 'fg.muted' },
  '& dd': { fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere', textAlign: 'end' },
  '& .wrong': { color: 'fg.error', fontWeight: 'semibold' },
  '& .muted': { color: 'fg.muted' },
  '& table': { width: '100%', fontVariantNumeric: 'tabular-nums' },
  '& th': { color: 'fg.muted', fontWeight: 'normal', textAlign: 'start', verticalAlign: 'bottom' },
  '& tbody th': { color: 'fg', paddingInlineEnd: '2' },
  '& td, & thead th:not(:first-of-type)': { textAlign: 'end', paddingInlineStart: '2' },
};

export function Parts({ operations }: { operations: Operations }) {
  return (
    <Box
      display="grid"
      gap="4"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(3, minmax(0, 1fr))' }}
    >
      <Services services={operations.services} />
      <Rows rows={operations.rows} />
      <Backup backup={operations.backup} />
      <EventLog eventLog={operations.eventLog} database={operations.database} />
      <Queue queue={operations.queue} />
      <Sessions sessions={operations.sessions} />
      <Disk disk={operations.disk} />
      <Version version={operations.version} />
    </Box>
  );
}

/** @param column of the grid; one cell by default */
function PartPanel({ part, column, children }: { part: Part; column?: BoxProps['gridColumn']; children: ReactNode }) {
  const id = `part-${part}`;
  return (
    <Panel as="section" aria-labelledby={id} css={partStyle} gridColumn={column}>
      <h2 id={id}>{partTitle(part)}</h2>
      {children}
    </Panel>
  );
}

const Unknown = () => <span className="wrong">{translate('operations.unknown')}</span>;

function Value({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
/** Numbers of the log, names and paths: from left to right in each language. */
const Ltr = ({ children }: { children: string }) => <bdi dir="ltr">{children}</bdi>;
const Instant = ({ children }: { children: string }) => (
  <ClinicalText>{formatInstant(children, { seconds: true })}</ClinicalText>
);

/** @param bytes in units of 1,000, as disks are sold */
const sizeOf = (bytes: number): string =>
  bytes < 1e9
    ? translate('operations.megabytes', { size: formatDecimal(bytes / 1e6) })
    : translate('operations.gigabytes', { size: formatDecimal(bytes / 1e9) });

function Services({ services }: Pick<Operations, 'services'>) {
  const t = useTranslation();
  return (
    <PartPanel part="services" column={{ md: 'span 2', xl: 'auto' }}>
      {services === null ? (
        <Unknown />
      ) : (
        <dl>
          {SERVICES.map((service) => {
            const processes = services.filter((one) => one.service === service);
            return (
              <Value key={service} name={service}>
                {processes.length === 0 ? (
                  <span className="wrong">{t('operations.services.away')}</span>
                ) : (
                  processes.map(({ process }) => (
                    <div key={process}>
                      <Ltr>{process}</Ltr>
                    </div>
                  ))
                )}
              </Value>
            );
          })}
        </dl>
      )}
    </PartPanel>
  );
}

function Rows({ rows }: Pick<Operations, 'rows'>) {
  const t = useTranslation();
  return (
    <PartPanel part="rows" column={{ md: 'span 2' }}>
      {rows === null ? (
        <Unknown />
      ) : (
        <>
          {!rows.isFollowed && <p className="wrong">{t('operations.rows.notFollowed')}</p>}
          <table>
            <thead>
              <tr>
                <th scope="col">{t('operations.rows.of')}</th>
                <th scope="col">{t('operations.rows.behind')}</th>
                <th scope="col">{t('operations.rows.oldest')}</th>
                <th scope="col">{t('operations.rows.parked')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.projections.map(({ projection, behind, oldestSeconds, parked }) => (
                <tr key={projection}>
                  <th scope="row">{projectionTitle(projection)}</th>
                  <td>{formatNumber(behind)}</td>
                  <td>
                    <ClinicalText>{behind === 0 ? '–' : formatDuration(oldestSeconds * 1_000)}</ClinicalText>
                  </td>
                  <td className={parked > 0 ? 'wrong' : undefined}>{formatNumber(parked)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.projections.map(
            ({ projection, rebuild }) =>
              rebuild && (
                <p key={projection} className={rebuild.state === 'failed' ? 'wrong' : 'muted'}>
                  {t(`operations.rows.${rebuild.state}`, {
                    projection: projectionTitle(projection),
                    said: rebuild.said,
                  })}
                </p>
              ),
          )}
        </>
      )}
    </PartPanel>
  );
}

function EventLog({ eventLog, database }: Pick<Operations, 'eventLog' | 'database'>) {
  const t = useTranslation();
  const none = t('operations.eventLog.empty');
  return (
    <PartPanel part="eventLog">
      <dl>
        <Value name={t('operations.eventLog.state')}>
          {eventLog === null ? (
            <span className="wrong">{t('operations.eventLog.away')}</span>
          ) : (
            t('operations.eventLog.reached')
          )}
        </Value>
        {eventLog && (
          <>
            <Value name={t('operations.eventLog.position')}>
              <Ltr>{eventLog.position ?? none}</Ltr>
            </Value>
            <Value name={t('operations.eventLog.followedTo')}>
              <Ltr>{eventLog.followedTo ?? none}</Ltr>
            </Value>
          </>
        )}
        <Value name={t('operations.database.size')}>
          {database === null ? <Unknown /> : <ClinicalText>{sizeOf(database.bytes)}</ClinicalText>}
        </Value>
      </dl>
    </PartPanel>
  );
}

const ENGINES = { postgres: 'Postgres', redis: 'Redis' } as const;

function Queue({ queue }: Pick<Operations, 'queue'>) {
  const t = useTranslation();
  return (
    <PartPanel part="queue">
      {queue === null ? (
        <p className="wrong">{t('operations.queue.away')}</p>
      ) : (
        <dl>
          <Value name={t('operations.queue.engine')}>
            <Ltr>{ENGINES[queue.engine]}</Ltr>
          </Value>
          <Value name={t('operations.queue.waiting')}>{formatNumber(queue.waiting)}</Value>
          <Value name={t('operations.queue.active')}>{formatNumber(queue.active)}</Value>
          <Value name={t('operations.queue.delayed')}>{formatNumber(queue.delayed)}</Value>
        </dl>
      )}
    </PartPanel>
  );
}

function Backup({ backup }: Pick<Operations, 'backup'>) {
  const t = useTranslation();
  const last = backup?.last;
  return (
    <PartPanel part="backup">
      {backup === null ? (
        <Unknown />
      ) : !last ? (
        <p className="muted">{t('operations.backup.none')}</p>
      ) : (
        <dl>
          <Value name={t('operations.backup.made')}>
            <Instant>{last.madeAt}</Instant>
          </Value>
          <Value name={t('operations.backup.number')}>{formatNumber(last.number)}</Value>
          <Value name={t('operations.backup.events')}>{formatNumber(last.events)}</Value>
          <Value name={t('operations.backup.position')}>
            <Ltr>{last.position}</Ltr>
          </Value>
          <Value name={t('operations.backup.size')}>
            <ClinicalText>{sizeOf(last.bytes)}</ClinicalText>
          </Value>
          <Value name={t('operations.backup.place')}>
            <Ltr>{last.place}</Ltr>
          </Value>
        </dl>
      )}
    </PartPanel>
  );
}

function Disk({ disk: { isHere, space } }: Pick<Operations, 'disk'>) {
  const t = useTranslation();
  return (
    <PartPanel part="disk">
      {!isHere ? (
        <p className="muted">{t('operations.disk.elsewhere')}</p>
      ) : space === null ? (
        <Unknown />
      ) : (
        <dl>
          <Value name={t('operations.disk.free')}>
            <ClinicalText>
              {t('operations.disk.share', {
                size: sizeOf(space.freeBytes),
                percent: Math.floor((space.freeBytes / space.bytes) * 100),
              })}
            </ClinicalText>
          </Value>
          <Value name={t('operations.disk.total')}>
            <ClinicalText>{sizeOf(space.bytes)}</ClinicalText>
          </Value>
        </dl>
      )}
    </PartPanel>
  );
}

function Sessions({ sessions }: Pick<Operations, 'sessions'>) {
  const t = useTranslation();
  return (
    <PartPanel part="sessions">
      {sessions === null ? (
        <Unknown />
      ) : (
        <dl>
          <Value name={t('operations.sessions.people')}>{formatNumber(sessions.people)}</Value>
          <Value name={t('operations.sessions.all')}>{formatNumber(sessions.sessions)}</Value>
          <Value name={t('operations.sessions.withinHour')}>{formatNumber(sessions.begun.withinHour)}</Value>
          <Value name={t('operations.sessions.withinFourHours')}>{formatNumber(sessions.begun.withinFourHours)}</Value>
          <Value name={t('operations.sessions.earlier')}>{formatNumber(sessions.begun.earlier)}</Value>
        </dl>
      )}
    </PartPanel>
  );
}

function Version({ version }: Pick<Operations, 'version'>) {
  const t = useTranslation();
  const { product, node, privateTables, readModels } = version;
  return (
    <PartPanel part="version">
      <dl>
        <Value name={t('operations.version.product')}>
          <Ltr>{product}</Ltr>
        </Value>
        <Value name={t('operations.version.node')}>
          <Ltr>{node}</Ltr>
        </Value>
        <Value name={t('operations.version.privateTables')}>
          {privateTables === null ? '–' : t('operations.version.steps', { ...privateTables })}
        </Value>
        <Value name={t('operations.version.readModels')}>
          {readModels === null ? '–' : t('operations.version.steps', { ...readModels })}
        </Value>
      </dl>
    </PartPanel>
  );
}
