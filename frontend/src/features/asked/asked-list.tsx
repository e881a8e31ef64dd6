import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AskedEntry, AskedPage } from 'language/contract/handover';
import type { DrugErr } from 'language/contract/entities';
import { Stethoscope } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router-dom';
import { placeText } from '../../clinical/care-details.ts';
import { errorTypeLabel, severityLabel } from '../../clinical/code-labels.ts';
import { ContactLink } from '../../clinical/contact-link.tsx';
import { GivenAnswer, givenAnswerStyle } from '../../clinical/given-answer.tsx';
import { givenText } from '../../clinical/routes-and-frequencies.ts';
import { SeverityMark, severityStyle } from '../../clinical/marks.tsx';
import { MoreBelow } from '../../components/page-boundary.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { EmptyState, ErrorAlert, SkeletonRows } from '../../components/screen-states.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { formatAgeOf } from '../../platform/time/instants.ts';
import { AnswerControls } from './answer-controls.tsx';
import { askedQuery } from './api.ts';

const style = {
  listStyle: 'none',
  display: 'grid',
  gap: '3',
  '& [data-card]': {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l3',
    padding: { base: '3', md: '4' },
    display: 'grid',
    gap: '2',
    overflowWrap: 'anywhere',
  },
  '& .who': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '2' },
  '& .who a': { fontWeight: 'bold', fontSize: 'lg', color: 'brand.fg', paddingBlock: '1.5' },
  '& .facts': { color: 'fg.muted', fontSize: 'sm' },
  '& .drug': { display: 'flex', gap: '3', alignItems: 'flex-start' },
  '& .drug > div': { minWidth: 0 },
  ...severityStyle,
  ...givenAnswerStyle,
};

/**
 * The errors that are asked of the person. Cards keep their place while a person answers; what has come since is shown
 * on demand (docs/decisions/browser/steady-screens.md).
 */
export function AskedList({ user }: { user: string }) {
  const t = useTranslation();
  const found = useInfiniteQuery(askedQuery());
  const [kept, setKept] = useState<readonly AskedEntry[]>();
  const [answered, setAnswered] = useState<ReadonlyMap<string, DrugErr>>(new Map());
  const pages = found.data?.pages;
  const newest = pages?.flatMap(({ entries }) => entries) ?? [];
  const shownPages = pages?.length ?? 0;
  const [keptPages, setKeptPages] = useState(0);
  if (pages && (kept === undefined || shownPages > keptPages)) {
    const shown = new Set((kept ?? []).map(({ _id }) => _id));
    setKept([...(kept ?? []), ...newest.filter(({ _id }) => !shown.has(_id))]);
    setKeptPages(shownPages);
  }
  if (kept === undefined)
    return found.error ? (
      <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <SkeletonRows rows={4} height="180px" />
    );
  const current = new Map(newest.map((entry) => [entry._id, entry]));
  const shown = new Set(kept.map(({ _id }) => _id));
  const added = newest.filter(({ _id }) => !shown.has(_id)).length;
  const teams: AskedPage['teams'] = pages?.at(-1)?.teams ?? [];
  const refresh = async (): Promise<void> => {
    const { data } = await found.refetch();
    setKept(data?.pages.flatMap(({ entries }) => entries) ?? []);
    setKeptPages(data?.pages.length ?? 0);
    setAnswered(new Map());
  };
  return (
    <>
      <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />
      <Box role="status" fontSize="sm" color="fg.muted" minHeight="11" display="flex" alignItems="center" gap="3">
        <span>{t('asked.counted', { total: pages?.at(-1)?.total ?? 0 })}</span>
        {added > 0 ? (
          <Button size="sm" minHeight="11" onClick={() => void refresh()}>
            {t('asked.added', { count: added })}
          </Button>
        ) : null}
      </Box>
      {kept.length === 0 ? (
        <EmptyState icon={<Stethoscope size={32} aria-hidden />} title={t('asked.none')}>
          {teams.length === 0 ? t('asked.noPhysician') : t('asked.noneHint')}
        </EmptyState>
      ) : (
        <Box as="ul" aria-label={t('asked.title')} css={style}>
          {kept.map((first) => {
            const entry = current.get(first._id) ?? first;
            const own = answered.get(entry._id);
            return (
              <Card
                key={entry._id}
                entry={
                  own && own.version >= entry.version ? { ...entry, ...own, asked: own.asked ?? entry.asked } : entry
                }
                isGone={!current.has(entry._id) && own === undefined && !found.isFetching}
                team={teams.find(({ _id }) => _id === entry.team)}
                user={user}
                onAnswered={(one) => {
                  if (one) setAnswered((before) => new Map(before).set(one._id, one));
                }}
              />
            );
          })}
        </Box>
      )}
      <MoreBelow query={found}>{t('handover.more')}</MoreBelow>
    </>
  );
}

interface CardProps {
  entry: AskedEntry;
  /** Another person has answered it, or it is not asked any more. */
  isGone: boolean;
  team: AskedPage['teams'][number] | undefined;
  user: string;
  onAnswered: (entry: DrugErr | undefined) => void;
}

function Card({ entry, isGone, team, user, onAnswered }: CardProps) {
  const t = useTranslation();
  const { patientDetails, order, asked } = entry;
  const isSettled = entry.errRes !== null;
  /** Empty for a new one. */
  const age = formatAgeOf(Date.parse(asked.at));
  return (
    <li data-card={entry._id}>
      <div className="who">
        <Link to={paths.admission.href(entry.admission, { review: entry.review })}>
          <bdi dir="auto">{patientFullName(patientDetails) || t('handover.unnamed')}</bdi>
        </Link>
        <span className="facts">
          <ClinicalText>
            {[placeText(entry), patientDetails.medicalRecordNumber, team?.name].filter(Boolean).join(' · ')}
          </ClinicalText>
        </span>
      </div>
      <div className="drug">
        <SeverityMark type={entry.errType} severity={entry.errSeverity} />
        <div>
          <strong>
            <ClinicalName>{entry.errDrugLabel}</ClinicalName>
          </strong>{' '}
          {[order?.dose, givenText(order?.route ?? ''), givenText(order?.frequency ?? '')]
            .flatMap((part) => part || [])
            .map((part, nth) => (
              <Fragment key={part}>
                {nth > 0 && ' · '}
                <ClinicalName>{part}</ClinicalName>
              </Fragment>
            ))}
          <div className="facts">
            <ClinicalName>{errorTypeLabel(entry.errType, entry.errTypeLabel)}</ClinicalName>
            {entry.errSeverity === null ? null : <> · {severityLabel(entry.errSeverity)}</>}
          </div>
        </div>
      </div>
      {isBlank(entry.errNote) ? null : <RichTextView html={entry.errNote} />}
      <div className="facts">
        <bdi>{entry.userName}</bdi> · {age === '' ? null : <>{age} · </>}
        {t(entry.isToMe ? 'asked.ofMe' : 'asked.ofAll')}{' '}
        <ContactLink phone={entry.userPhone} name={entry.userName} isShort />
      </div>
      <GivenAnswer entry={entry} team={entry.team} user={user} />
      {isGone ? (
        <div className="facts" role="status">
          {t('handover.answeredElsewhere')}
        </div>
      ) : isSettled ? null : (
        <AnswerControls
          entry={entry}
          review={entry.review}
          where={paths.asked.href()}
          refusalReasons={team?.refusalReasons ?? []}
          onAnswered={onAnswered}
        />
      )}
    </li>
  );
}
