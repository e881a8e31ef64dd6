import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import type { AdmissionDetails } from 'language/contract/entities';
import type { Amount } from 'language/domain/measurements/kinds';
import { measurementSources } from 'language/domain/values/codes';
import { Check, CircleHelp } from 'lucide-react';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { ageInDays, flagIn, flagText, valueText } from '../../clinical/measured-values.ts';
import { kindLabel } from '../../clinical/measurement-kinds.ts';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { touch } from '../../components/theme/system.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { shortcuts, shortcutText } from '../../platform/keyboard/shortcuts.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { playSuccess } from '../../platform/sound.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { isDateOrEmpty } from '../../platform/time/dates.ts';
import { useHospitalClock } from '../../platform/time/instants.ts';
import { useCommand } from '../../sync/commands.ts';
import { cacheRecorded } from '../../sync/reads/measurements.ts';
import {
  answerKey,
  blankLine,
  bodyOf,
  isLastDoseAsked,
  isLastDoseOpen,
  lastDoseDay,
  readLine,
  type Answers,
  type LineDraft,
  type ReadValue,
} from './entry-line.ts';
import { isTimeOrEmpty, TimeField } from './time-field.tsx';

const style = {
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l2',
  padding: '3',
  marginBlockEnd: '4',
  '& .line': { display: 'flex', flexWrap: { base: 'wrap', md: 'nowrap' }, gap: '3' },
  // Below the label.
  '& .line > button, & [data-last-dose] > button': {
    marginBlockStart: { md: '1.3rem' },
    flex: { base: '1 0 100%', md: 'none' },
  },
  '& .when': {
    display: 'grid',
    gridTemplateColumns: { base: '1fr 1fr', md: '11rem 9rem 18rem' },
    gap: '3',
    alignItems: 'start',
    marginBlockStart: '3',
  },
  '& .when > :nth-child(3)': { gridColumn: { base: '1 / -1', md: 'auto' } },
  '& ol': { listStyle: 'none', marginBlockStart: '2', display: 'grid', gap: '1' },
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2', minHeight: '8' },
  '& li[data-open]': { bg: 'amber.subtle', color: 'amber.fg', borderRadius: 'l1', paddingInline: '2' },
  '& li svg': { flexShrink: 0 },
  '& mark': { bg: 'transparent', color: 'fg.error', textDecoration: 'underline wavy' },
  '& [data-flag]': { color: 'fg.error', fontWeight: 'semibold' },
};
const noAnswers: Answers = new Map();

/** Values typed in one line. Enter saves, or goes to the first question (docs/product.md, "Measurements"). */
export function LineEntry({ admission }: { admission: AdmissionDetails }) {
  const t = useTranslation();
  const now = useHospitalClock();
  const form = useFlatForm<LineDraft>(blankLine, 0);
  const { draft } = form;
  const [answers, setAnswers] = useState(noAnswers);
  const [isAsked, setIsAsked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const preview = useRef<HTMLOListElement>(null);
  const draftKey = `${admissionDrafts(admission._id)}values`;
  const person = admission.patientDetails;
  const ageDays = ageInDays(person, now);
  const pieces = useMemo(() => readLine(draft.text, ageDays, answers), [draft.text, ageDays, answers]);
  const record = useCommand(admissionCalls.recordMeasurements, {
    draft: draftKey,
    onSuccess: (answer) => {
      playSuccess();
      notify.saved(t('values.recorded', { count: answer.measurements.length }), 2_500);
      void cacheRecorded(answer);
      form.take(blankLine, 0);
      setAnswers(noAnswers);
      setIsAsked(false);
      input.current?.focus();
    },
  });
  useUnsaved(form.isDirty && !record.isPending ? t('values.unsaved') : undefined);

  const change = (patch: Partial<LineDraft>): void => {
    if (record.error) record.reset();
    form.change(patch);
  };
  const takenOn = draft.takenOn || now.slice(0, 10);
  const isDoseAsked = isLastDoseAsked(pieces);
  const isDoseOpen = isLastDoseOpen(pieces, draft);
  const areTimesRead =
    isDateOrEmpty(draft.takenOn) &&
    isDateOrEmpty(draft.lastDoseOn) &&
    [draft.takenAt, draft.lastDoseAt].every(isTimeOrEmpty);
  const open = pieces.filter(({ isOpen }) => isOpen).length + (isDoseOpen ? 1 : 0);

  /** The first thing that keeps the line from being saved gets the focus. */
  const goToQuestion = (): void => {
    setIsAsked(true);
    const [first] = pieces.filter(({ isOpen }) => isOpen);
    if (first && first.amount === undefined) input.current?.setSelectionRange(first.piece.start, first.piece.end);
    else if (first) preview.current?.querySelector<HTMLElement>('[data-answer]')?.focus();
    else preview.current?.closest('form')?.querySelector<HTMLElement>('[data-last-dose-at] input')?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (record.isPending || pieces.length === 0 || !areTimesRead) return;
    if (open > 0) goToQuestion();
    else record.mutate({ params: { id: admission._id }, team: admission.team, body: bodyOf(pieces, draft, now) });
  };
  const answer = ({ piece }: ReadValue, amount: Amount): void => {
    setAnswers(new Map([...answers, [answerKey(piece), amount]]));
    input.current?.focus();
  };
  return (
    <Box asChild css={style} data-print="hide">
      <form aria-label={t('values.line.form')} data-item="values-line" noValidate onSubmit={submit}>
        <FlatDraft
          form={form}
          of={draftKey}
          what={t('values.draft')}
          isNew
          isDone={record.isSuccess && !form.isDirty}
        />
        <ErrorAlert error={record.error}>{Object.values(record.error?.fields ?? {}).join(' ')}</ErrorAlert>
        <div className="line">
          <FormField
            label={
              <>
                {t('values.line.label')} <kbd className="key-hint">{shortcutText(shortcuts.values)}</kbd>
              </>
            }
            hint={<ClinicalText>{t('values.line.hint')}</ClinicalText>}
          >
            <Input
              ref={input}
              data-values-line
              dir="auto"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={1_000}
              placeholder={t('values.line.example')}
              value={draft.text}
              onChange={({ target }) => change({ text: target.value })}
            />
          </FormField>
          <Button type="submit" disabled={record.isPending || pieces.length === 0 || !areTimesRead}>
            {record.isPending ? t('values.saving') : t('values.save')}
          </Button>
        </div>
        <VisuallyHidden role="status">
          {pieces.length === 0 ? '' : t('values.line.read', { count: pieces.length - open, open })}
        </VisuallyHidden>
        <ol ref={preview} aria-label={t('values.line.preview')}>
          {pieces.map((one) =>
            one.amount === undefined ? (
              <li key={one.piece.start} data-open>
                <CircleHelp size={16} aria-hidden />
                <mark dir="auto">{one.piece.text}</mark> {t('values.line.notUnderstood')}
              </li>
            ) : (
              <li key={one.piece.start} data-open={one.isOpen || undefined}>
                {one.isOpen ? <CircleHelp size={16} aria-hidden /> : <Check size={16} aria-hidden />}
                <strong>{kindLabel(one.piece.kind)}</strong>
                <ClinicalName>{valueText(one.amount)}</ClinicalName>
                <FlagMark of={one} takenOn={takenOn} person={person} />
                {one.piece.at === undefined ? null : <ClinicalText>{one.piece.at}</ClinicalText>}
                {one.isOpen ? <Question of={one} onAnswer={(amount) => answer(one, amount)} /> : null}
              </li>
            ),
          )}
        </ol>
        {isDoseAsked ? (
          <Box className="when" data-last-dose>
            <DateField
              size="sm"
              label={t('values.lastDoseOn')}
              near={['yesterday', 'today']}
              max={takenOn}
              value={
                draft.lastDoseOn ||
                (draft.lastDoseAt && lastDoseDay(takenOn, draft.takenAt || now.slice(11), draft.lastDoseAt))
              }
              onChange={(lastDoseOn) => change({ lastDoseOn })}
            />
            <div data-last-dose-at>
              <TimeField
                label={t('values.lastDoseAt')}
                value={draft.lastDoseAt}
                error={isDoseOpen && isAsked ? t('values.line.lastDose') : undefined}
                onChange={(lastDoseAt) => change({ lastDoseAt })}
              />
            </div>
            <Button
              type="button"
              size="sm"
              variant="outline"
              aria-pressed={draft.lastDose !== ''}
              onClick={() => change({ lastDose: draft.lastDose === '' ? 'unknown' : '' })}
            >
              {draft.lastDose === '' ? null : <Check size={15} aria-hidden />}
              {t('values.line.lastDoseUnknown')}
            </Button>
          </Box>
        ) : null}
        <Box className="when">
          <DateField
            size="sm"
            label={t('values.takenOn')}
            near={['yesterday', 'today']}
            max={now.slice(0, 10)}
            value={takenOn}
            onChange={(value) => change({ takenOn: value })}
          />
          <TimeField
            label={t('values.takenAt')}
            value={draft.takenAt}
            placeholder={takenOn === now.slice(0, 10) ? now.slice(11) : undefined}
            onChange={(takenAt) => change({ takenAt })}
          />
          <FormField label={t('values.sourceLabel')}>
            <Select
              size="sm"
              value={draft.source}
              onChange={(source) => change({ source })}
              none={t('values.sourceByKind')}
              options={measurementSources.map((source) => [source, t(`values.source.${source}`)])}
            />
          </FormField>
        </Box>
      </form>
    </Box>
  );
}

interface FlagProps {
  of: ReadValue;
  takenOn: string;
  person: AdmissionDetails['patientDetails'];
}
/** In or out of the reference range, where one fits the patient. */
function FlagMark({ of: { piece, amount }, takenOn, person }: FlagProps) {
  const flag = flagIn({ kind: piece.kind, canonical: amount.canonical, takenOn }, person);
  return flag === undefined ? null : <span data-flag={flag}>{flagText(flag)}</span>;
}

interface QuestionProps {
  of: ReadValue;
  onAnswer: (amount: Amount) => void;
}
/** The likeliest answer is first: Enter in the line goes to it, and Enter again takes it. */
function Question({ of: { piece, amount }, onAnswer }: QuestionProps) {
  const t = useTranslation();
  const style = { minHeight: '7', [touch]: { minHeight: '44px' } };
  return (
    <>
      <span>{t(`values.question.${piece.question ?? 'implausible'}`)}</span>
      {piece.suggestions.map((other) => (
        <Button
          key={`${other.value} ${other.unit}`}
          type="button"
          size="xs"
          css={style}
          data-answer
          onClick={() => onAnswer(other)}
        >
          <ClinicalText>{t('values.question.meant', { value: valueText(other) })}</ClinicalText>
        </Button>
      ))}
      <Button type="button" size="xs" variant="outline" css={style} data-answer onClick={() => onAnswer(amount)}>
        <ClinicalText>{t('values.question.keep', { value: valueText(amount) })}</ClinicalText>
      </Button>
    </>
  );
}
