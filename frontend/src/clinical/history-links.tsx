/** Links to the history of an entry. */
import type { HistoryEvent } from 'language/contract/history';
import { isNoError } from 'language/domain/values/codes';
import { Link } from 'react-router-dom';
import { useTranslation } from '../platform/language/use-translation.ts';
import { paths } from '../platform/paths.ts';
import { ClinicalName } from '../components/text/clinical-text.tsx';

/** A link to the history of an entry, for lists that show entries or their changes. A plain element: lists are long. */
export const EntryHistoryLink = ({
  entry,
  review,
  drug,
}: {
  entry: string;
  review: string | undefined;
  drug: string;
}) => {
  const t = useTranslation();
  return (
    <Link className="life" to={paths.entryLife.href(entry, review)} aria-label={t('historyButton.lifeOf', { drug })}>
      {t('historyButton.life')}
    </Link>
  );
};

interface Entry {
  readonly _id: string;
  readonly errDrugLabel: string;
}
const isError = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  '_id' in value &&
  typeof value._id === 'string' &&
  'errDrugLabel' in value &&
  typeof value.errDrugLabel === 'string' &&
  'errType' in value &&
  !isNoError(String(value.errType));

/** For a change of an entry: its link. For an added or deleted review: links of all its errors. Otherwise nothing. */
export function EntryHistoryLinks({
  change: { of, in: within, name = '', before, after },
}: {
  change: Pick<HistoryEvent, 'of' | 'in' | 'name' | 'before' | 'after'>;
}) {
  const t = useTranslation();
  const [kind, id] = [of.slice(0, of.indexOf(':')), of.slice(of.indexOf(':') + 1)];
  if (kind === 'entry') return <EntryHistoryLink entry={id} review={within?.slice('review:'.length)} drug={name} />;
  const listed = kind === 'review' ? (after ?? before)?.['drugErrs'] : undefined;
  const errors = Array.isArray(listed) ? listed.filter(isError) : [];
  if (errors.length === 0) return null;
  return (
    <span className="lives">
      {t('historyButton.lives')}{' '}
      {errors.map(({ _id, errDrugLabel }, at) => (
        <span key={_id}>
          {at === 0 ? '' : ', '}
          <Link to={paths.entryLife.href(_id, id)} aria-label={t('historyButton.lifeOf', { drug: errDrugLabel })}>
            <ClinicalName>{errDrugLabel}</ClinicalName>
          </Link>
        </span>
      ))}
    </span>
  );
}
