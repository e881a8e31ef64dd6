import { Box } from '@chakra-ui/react/box';
import type { Team } from 'language/contract/entities';
import type { CollectedReview } from 'language/contract/reports';
import { physicianAnswers } from 'language/domain/values/codes';
import { useState } from 'react';
import { errorTypeLabel, severityLabel } from '../../../clinical/code-labels.ts';
import { useNameOf } from '../../../clinical/member-name.ts';
import { Select } from '../../../components/forms/select.tsx';
import { ClinicalName } from '../../../components/text/clinical-text.tsx';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { formatDuration } from '../../../platform/time/instants.ts';
import {
  type AnswerDimension,
  answerDimensions,
  type AnswerRow,
  countAnswers,
  timesToAnswer,
  totalsOf,
} from '../answers.ts';
import type { Figure } from '../figures.ts';
import { FigureTable, FigureValue } from './report-parts.tsx';

interface Props {
  rows: readonly CollectedReview[];
  team: Team;
  onFigure: (figure: Figure, label: string) => void;
}

/**
 * The answers of physicians in the period; nothing without any. Physicians are compared where the team's admin allows it
 * (docs/product.md, "The physician's answer").
 */
export function AnswersSummary({ rows: reviews, team, onFigure }: Props) {
  const t = useTranslation();
  const nameOf = useNameOf(team._id);
  const [by, setBy] = useState<AnswerDimension>('type');
  const rows = countAnswers(reviews, by);
  if (rows.length === 0) return null;
  const { median, ninetieth, total } = timesToAnswer(reviews);
  const dimensions = answerDimensions.filter((one) => one !== 'physician' || team.answerRules.ranksPhysicians);
  const labelOf = ({ id, entry }: AnswerRow): string =>
    by === 'type'
      ? errorTypeLabel(entry.errType, entry.errTypeLabel)
      : by === 'drug'
        ? entry.errDrugLabel
        : by === 'physician'
          ? nameOf(id)
          : entry.errSeverity === null
            ? t('mark.notGraded')
            : `${entry.errSeverity}: ${severityLabel(entry.errSeverity)}`;
  const totals = totalsOf(rows);
  return (
    <Box as="details" marginBlockEnd="4">
      <Box as="summary" cursor="pointer" minHeight="11" paddingBlock="2.5">
        <strong>{t('reports.answers.title')}</strong>{' '}
        {median === undefined || ninetieth === undefined ? null : (
          <Box as="span" color="fg.muted" fontSize="sm">
            {t('reports.answers.times', {
              count: total,
              median: formatDuration(median),
              ninetieth: formatDuration(ninetieth),
            })}
          </Box>
        )}
      </Box>
      <Box data-print="hide" maxWidth="16rem" marginBlockEnd="2">
        <Select
          aria-label={t('reports.answers.by')}
          value={by}
          options={dimensions.map((one) => [one, t(`reports.answers.dimension.${one}`)])}
          onChange={(value) => setBy(dimensions.find((one) => one === value) ?? 'type')}
        />
      </Box>
      <FigureTable label={t('reports.answers.title')}>
        <thead>
          <tr>
            <th scope="col">{t(`reports.answers.dimension.${by}`)}</th>
            {physicianAnswers.map((answer) => (
              <th key={answer} scope="col" className="number">
                {t(`reports.answers.${answer}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const label = labelOf(row);
            return (
              <tr key={row.id}>
                <th scope="row">
                  <ClinicalName>{label}</ClinicalName>
                </th>
                {physicianAnswers.map((answer) => {
                  const what = t('reports.part', { whole: label, part: t(`reports.answers.${answer}`) });
                  return (
                    <td key={answer} className="number">
                      <FigureValue
                        value={row.counts[answer]}
                        label={what}
                        onOpen={() => onFigure({ kind: 'answer', answer, of: { by, id: row.id } }, what)}
                      />
                    </td>
                  );
                })}
              </tr>
            );
          })}
          <tr>
            <th scope="row">{t('reports.all')}</th>
            {physicianAnswers.map((answer) => (
              <td key={answer} className="number">
                <FigureValue
                  value={totals[answer]}
                  label={t(`reports.answers.${answer}`)}
                  onOpen={() => onFigure({ kind: 'answer', answer }, t(`reports.answers.${answer}`))}
                />
              </td>
            ))}
          </tr>
        </tbody>
      </FigureTable>
    </Box>
  );
}
