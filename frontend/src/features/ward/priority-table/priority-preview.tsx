import { Box } from '@chakra-ui/react/box';
import { shortReasons } from '../../../clinical/priority-reasons.ts';
import { shortPlace } from '../../../clinical/care-details.ts';
import { formatNumber } from '../../../platform/language/numbers.ts';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { patientFullName } from '../../../platform/text/names.ts';
import type { PreviewedPatient } from './table-fields.ts';

/** The rest of a large hospital's list says nothing more about a table. */
const SHOWN = 40;

const style = {
  position: { lg: 'sticky' },
  insetBlockStart: '4',
  '& .scroll': { maxHeight: { lg: '75vh' }, overflow: 'auto', borderWidth: '1px', borderRadius: 'l2' },
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: 'xs', fontVariantNumeric: 'tabular-nums' },
  '& th, & td': {
    textAlign: 'start',
    verticalAlign: 'top',
    padding: '1.5',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
  },
  '& thead th': { bg: 'bg.subtle', color: 'fg.muted', position: 'sticky', insetBlockStart: 0 },
  '& tbody th': { fontWeight: 'semibold' },
  '& .reasons': { display: 'block', fontWeight: 'normal', color: 'fg.muted' },
  '& td': { whiteSpace: 'nowrap' },
  '& [data-moved=up]': { color: 'brand.fg', fontWeight: 'semibold' },
  '& [data-moved=down]': { color: 'amber.fg', fontWeight: 'semibold' },
};

/** Today's list in the order of the table that is typed: place and points before and after. */
export function PriorityPreview({ list }: { list: readonly PreviewedPatient[] }) {
  const t = useTranslation();
  const moved = list.filter(({ place, placeBefore }) => place !== placeBefore).length;
  return (
    <Box as="section" aria-label={t('priority.preview')} css={style}>
      <Box as="h3" fontSize="sm" fontWeight="semibold">
        {t('priority.preview')}
      </Box>
      <Box role="status" className="hint" marginBlockEnd="1">
        {t('priority.moved', { count: moved })} {t('priority.previewHint')}
      </Box>
      {list.length === 0 ? null : (
        // A person scrolls it by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="scroll" tabIndex={0} role="group" aria-label={t('priority.preview')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('priority.place')}</th>
                <th scope="col">{t('ward.columns.name')}</th>
                <th scope="col">{t('priority.points')}</th>
              </tr>
            </thead>
            <tbody>
              {list.slice(0, SHOWN).map(({ patient, place, placeBefore, pointsBefore, priority }) => (
                <tr key={patient.admission}>
                  <td data-moved={place < placeBefore ? 'up' : place > placeBefore ? 'down' : undefined}>
                    {place === placeBefore
                      ? formatNumber(place)
                      : t(place < placeBefore ? 'priority.up' : 'priority.down', { before: placeBefore, after: place })}
                  </td>
                  <th scope="row">
                    <bdi dir="ltr">{shortPlace(patient)}</bdi>{' '}
                    <bdi dir="auto">{patientFullName(patient) || t('ward.unnamed')}</bdi>
                    <span className="reasons">{shortReasons(priority.reasons).join(' · ') || t('priority.none')}</span>
                  </th>
                  <td>
                    {priority.points === pointsBefore
                      ? formatNumber(pointsBefore)
                      : t('priority.pointsChange', { before: pointsBefore, after: priority.points })}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list.length > SHOWN ? (
        <Box className="hint" marginBlockStart="1">
          {t('priority.furtherPatients', { count: list.length - SHOWN })}
        </Box>
      ) : null}
    </Box>
  );
}
