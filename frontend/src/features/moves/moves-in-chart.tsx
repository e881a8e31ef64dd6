/**
 * Moves in a chart: the button that moves a thing to another chart, the mark of one that was moved here, and what was
 * moved away.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Admission, DrugErr, GalleryGroup, MovedFrom, PhysicianNote, Review } from 'language/contract/entities';
import { FolderInput } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { RichMessage } from '../../components/text/rich-message.tsx';
import { touch } from '../../components/theme/system.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { formatDate } from '../../platform/time/dates.ts';
import type { Movable } from './api.ts';
import { useNameOf } from '../../clinical/member-name.ts';
import { placeOf } from './place-of.ts';

const MoveDialog = lazyComponent(() => import('./move-dialog.tsx'));

/** A thing of a chart; an entry with its review, a group with its admission. */
type Thing =
  | { readonly entry: DrugErr; readonly review: Review }
  | { readonly review: Review }
  | { readonly note: PhysicianNote }
  | { readonly group: GalleryGroup; readonly admission: Admission };
export type ToolsProps = Thing & { canMove: boolean };

export function MoveTools({ canMove, ...thing }: ToolsProps) {
  const t = useTranslation();
  const { movedFrom, ...movable } = movableOf(thing);
  // An entry has an icon without a word, as a plain element that the list around it styles.
  const bare = movable.kind === 'entry';
  const [asking, setAsking] = useState<'never' | 'open' | 'closed'>('never');
  const label = t('moves.open');
  const button = {
    'data-print': 'hide',
    'data-move': movable.id,
    'aria-label': `${label}: ${movable.name}`,
    title: label,
    onClick: () => setAsking('open'),
  };
  return (
    <>
      {canMove ? (
        bare ? (
          <button type="button" className="icon-button" {...button}>
            <MoveIcon size={15} />
          </button>
        ) : (
          <Button size="xs" variant="ghost" {...button}>
            <MoveIcon size={14} />
            <Box as="span" hideBelow="md">
              {label}
            </Box>
          </Button>
        )
      ) : null}
      {movedFrom ? <MovedHere team={movable.team} movedFrom={movedFrom} /> : null}
      {asking === 'never' ? null : (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <MoveDialog movable={movable} open={asking === 'open'} onClose={() => setAsking('closed')} />
        </AsyncBoundary>
      )}
    </>
  );
}

function movableOf(thing: Thing): Movable & { movedFrom: MovedFrom | undefined } {
  if ('note' in thing) {
    const {
      _id: id,
      noteDate,
      admissionId: admission,
      patientId: patient,
      teamId: team,
      version,
      movedFrom,
    } = thing.note;
    return { kind: 'note', id, name: formatDate(noteDate), admission, patient, team, version, movedFrom };
  }
  if ('group' in thing) {
    const { _id: id, title: name, images, movedFrom } = thing.group;
    const { _id: admission, patient, team, version } = thing.admission;
    return { kind: 'images', id, name, admission, patient, team, version, images, movedFrom };
  }
  const { _id: reviewId, reviewDate: day, userId: author, admission, patient, team, version } = thing.review;
  const place = { admission, patient, team };
  if ('entry' in thing) {
    const { _id: id, errDrugLabel: name, version: entryVersion, movedFrom } = thing.entry;
    const review = { id: reviewId, author, day };
    return { ...place, kind: 'entry', id, name, version: entryVersion, review, movedFrom };
  }
  return { ...place, kind: 'review', id: reviewId, name: formatDate(day), version, movedFrom: thing.review.movedFrom };
}

/** Its arrow points in the direction of reading. */
const MoveIcon = ({ size }: { size: number }) => (
  <Box asChild _rtl={{ transform: 'scaleX(-1)' }}>
    <FolderInput size={size} aria-hidden />
  </Box>
);

const linkInMark = { color: 'brand.fg', textDecoration: 'underline', [touch]: { paddingBlock: '2.5' } };

/** In its own direction: an Arabic reason with a Latin word keeps its order within an English sentence. */
const Reason = ({ text }: { text: string }) => (
  <bdi>
    <ClinicalText>{text}</ClinicalText>
  </bdi>
);

/** Says who moved a thing here and when, with a link to the chart that it was in. */
function MovedHere({ team, movedFrom }: { team: string; movedFrom: MovedFrom }) {
  const t = useTranslation();
  const nameOf = useNameOf(team);
  const { admission, review, at, userId, reason } = movedFrom;
  return (
    <Box flexBasis="100%" order="1" minWidth="0" fontSize="xs" color="fg.muted" overflowWrap="anywhere">
      <RichMessage
        id="moves.here"
        values={{ person: nameOf(userId), date: formatDate(at) }}
        elements={{ reason: <Reason text={reason} /> }}
      />{' '}
      <Box asChild css={linkInMark} data-print="hide">
        <Link to={paths.admission.href(admission, review === undefined ? {} : { review })}>{t('moves.toOrigin')}</Link>
      </Box>
    </Box>
  );
}

export interface MarksProps {
  admission: Pick<Admission, 'team' | 'moves'>;
  /** The tab of the chart, which shows what was moved out of it. */
  tab: string;
}

const tabOf = { entry: 'reviews', review: 'reviews', note: 'notes', images: 'gallery' } as const;

/** The things that were moved from a chart to others: a line each, with a link to its new place. */
export function MovedMarks({ admission, tab }: MarksProps) {
  const t = useTranslation();
  const nameOf = useNameOf(admission.team);
  const moves = admission.moves?.filter(({ kind }) => tabOf[kind] === tab) ?? [];
  if (moves.length === 0) return null;
  return (
    <Box as="ul" aria-label={t('moves.marks')} listStyleType="none" marginBlockStart="4" display="grid" gap="1">
      {moves.map((move) => (
        <Box as="li" key={move._id} display="flex" gap="2" fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          <Box as="span" flexShrink="0" marginBlockStart="1">
            <MoveIcon size={14} />
          </Box>
          <Box minWidth="0">
            <RichMessage
              id={`moves.away.${move.kind}`}
              values={{ person: nameOf(move.userId), date: formatDate(move.at) }}
              elements={{ reason: <Reason text={move.reason} /> }}
            />{' '}
            {move.underWay ? (
              t('moves.underWay')
            ) : (
              <Box asChild css={linkInMark} data-print="hide">
                <Link to={placeOf(move)}>{t('moves.toPlace')}</Link>
              </Box>
            )}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
