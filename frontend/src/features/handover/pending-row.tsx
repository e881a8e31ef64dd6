import { Button } from '@chakra-ui/react/button';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { DrugErr, Team } from 'language/contract/entities';
import type { PendingEntry } from 'language/contract/handover';
import { responses, type Response } from 'language/domain/values/codes';
import { Undo2, UserCheck } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import type { ApiError } from '../../platform/http/api.ts';
import { errorTypeLabel, responseLabel, responseSigns } from '../../clinical/code-labels.ts';
import { policy } from '../../clinical/policy.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { patientFullName, personName } from '../../platform/text/names.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { latinKey } from '../../platform/keyboard/shortcuts.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { ContactLink } from '../../clinical/contact-link.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { AllergiesNote } from '../../clinical/allergies-line.tsx';
import { GivenAnswer } from '../../clinical/given-answer.tsx';
import { placeText } from '../../clinical/care-details.ts';
import { newestText } from '../../clinical/measured-values.ts';
import { ResponseMark, SeverityMark } from '../../clinical/marks.tsx';
import { useHospitalClock } from '../../platform/time/instants.ts';
import { newestValuesQuery } from '../../sync/reads/measurements.ts';
import { reviewsQuery } from '../../sync/reads/admission-lists.ts';
import { setFollowUp } from './api.ts';
import { FollowUp } from './follow-up.tsx';
import { useResponse } from './use-response.ts';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  /** The newest known state of the entry. */
  shown: PendingEntry;
  /** The entry is not in the newest list any more. */
  isGone: boolean;
  /** The list is of other people's entries: one that this person takes over goes from it. */
  isOfOthers: boolean;
  team: Team;
}

/** The first letters of the English words, at their places on each keyboard (docs/decisions/browser/keyboard.md). */
const letterOf: Readonly<Record<Response, string>> = { 1: 'a', 2: 'r', 3: 'm', 4: 'h' };
/** The response of a digit or letter. `null`: pending again. Undefined: no response. */
const responseOfKey = (key: string): Response | null | undefined =>
  key === '0' ? null : responses.find(({ code }) => key === String(code) || key === letterOf[code])?.code;

/** A row of the handover list: the error, its author, and for its author one key for each response. */
export function PendingRow({ shown, isGone, isOfOthers, team }: Props) {
  const t = useTranslation();
  const user = useSessionUser();
  const [planKeys] = useState(createIdempotencyKeys);
  /** The answer of this row's last command. The list may be behind it, or not hold the entry any more. */
  const [own, setOwn] = useState<DrugErr>();
  const [isPlanning, setIsPlanning] = useState(false);
  const [isRefusalShown, setIsRefusalShown] = useState(false);
  const entry = { ...shown, ...(own && own.version >= shown.version ? own : {}) };
  const row = useRef<HTMLLIElement>(null);
  const { send, canRespond, canTakeOver } = useResponse({
    entry,
    team,
    user: user?._id,
    onAnswer(updated, choice) {
      // The button goes. The keys work where the focus is.
      if (choice === 'takeOver' && row.current?.contains(document.activeElement))
        row.current.querySelector<HTMLElement>('[data-row-focus]')?.focus();
      setOwn(updated);
    },
  });
  const plan = useMutation<DrugErr, ApiError, string | null>({
    mutationFn: (followUpDate) => setFollowUp(planKeys, entry, followUpDate),
    onSuccess: (updated) => {
      setOwn(updated);
      setIsPlanning(false);
    },
    retry: false,
  });

  const canPlan = user !== undefined && policy.planFollowUp(user, team, shown);
  /** The response was taken back in this row. The list may not have the entry again yet. */
  const isUndone = send.isSuccess && send.variables === null && own?.errRes === null;
  const isTaken = isOfOthers && own !== undefined && own.responsible === user?._id;
  /** Another person has answered or deleted the entry. */
  const isOver = isGone && (own?.errRes ?? null) === null && !isUndone && !send.isPending && !isTaken;

  const onKeyDown = (event: KeyboardEvent) => {
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.nativeEvent.isComposing ||
      (event.target instanceof Element && event.target.matches('input'))
    )
      return;
    const key = latinKey(event);
    const response = responseOfKey(key);
    if (response === undefined && key !== 'f' && key !== 't') return;
    event.preventDefault();
    if (isOver) return;
    if (key === 'f') setIsPlanning(canPlan);
    else if (key === 't') {
      if (canTakeOver && !send.isPending) send.mutate('takeOver');
    } else if (!canRespond) setIsRefusalShown(true);
    else if (response !== undefined && response !== entry.errRes && !send.isPending) send.mutate(response);
  };
  const name = patientFullName(shown.patientDetails) || t('handover.unnamed');
  return (
    // The keys work in the whole row. The buttons do the same without keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li ref={row} data-row={entry._id} data-over={isOver || undefined} onKeyDown={onKeyDown}>
      <SeverityMark type={entry.errType} severity={entry.errSeverity} />
      <div className="what">
        <div className="line">
          <Link
            data-row-focus
            to={paths.admission.href(shown.admission, { review: shown.review })}
            title={t('handover.openChart')}
          >
            <bdi dir="auto">{name}</bdi>
          </Link>
          <span className="facts">
            {shown.patientDetails.medicalRecordNumber === '' ? null : (
              <>
                <bdi dir="ltr">
                  <ClinicalText>{shown.patientDetails.medicalRecordNumber}</ClinicalText>
                </bdi>{' '}
                ·{' '}
              </>
            )}
            {placeText(shown) === '' ? null : (
              <>
                <ClinicalText>{placeText(shown)}</ClinicalText> ·{' '}
              </>
            )}
            {shown.dischargeDate === null ? null : (
              <>
                <ClinicalText>{t('handover.dischargedOn', { date: formatDate(shown.dischargeDate) })}</ClinicalText>{' '}
                ·{' '}
              </>
            )}
            <span title={t('handover.ageHint', { date: formatDate(shown.reviewDate) })}>
              <ClinicalText>{t('handover.age', { days: shown.age })}</ClinicalText>
            </span>{' '}
            · <bdi>{shown.userName}</bdi>
            <InCharge entry={entry} team={team} user={user?._id} />
          </span>
          <AllergiesNote brief={shown.allergyBrief} />
        </div>
        <PatientLineOfValues of={shown} team={team} />
        <div className="line">
          <strong>
            <ClinicalName>{entry.errDrugLabel}</ClinicalName>
          </strong>
          <span className="type">
            <ClinicalName>{errorTypeLabel(entry.errType, entry.errTypeLabel)}</ClinicalName>
          </span>
          <Link
            className="life"
            data-print="hide"
            to={paths.entryLife.href(entry._id, shown.review)}
            aria-label={t('handover.lifeOf', { drug: entry.errDrugLabel })}
          >
            {t('handover.life')}
          </Link>
          {entry.copiedFrom === undefined ? null : <span className="facts">{t('handover.copied')}</span>}
        </div>
        {isBlank(entry.errNote) ? null : (
          <div className="note">
            <RichTextView html={entry.errNote} />
          </div>
        )}
        <GivenAnswer entry={entry} team={team._id} user={user?._id} />
      </div>
      <div className="answer">
        {isOver ? (
          <GoneFromList entry={shown} team={team} user={user?._id} />
        ) : (
          <>
            {canRespond ? (
              <div
                className="keys"
                data-print="hide"
                role="group"
                aria-label={t('handover.response', { drug: entry.errDrugLabel })}
              >
                {responses.map(({ code }) => (
                  <button
                    key={code}
                    type="button"
                    aria-pressed={entry.errRes === code}
                    aria-keyshortcuts={`${code} ${letterOf[code].toUpperCase()}`}
                    disabled={send.isPending}
                    onClick={() => send.mutate(entry.errRes === code ? null : code)}
                  >
                    <kbd className="key-hint" aria-hidden>
                      {code}
                    </kbd>
                    <span aria-hidden>{responseSigns[code]}</span>
                    {responseLabel(code)}
                  </button>
                ))}
              </div>
            ) : (
              <div
                className="aside"
                data-emphasised={isRefusalShown || undefined}
                role={isRefusalShown ? 'status' : undefined}
              >
                {t('handover.onlyAuthorResponds')}
                {canTakeOver ? (
                  <Button
                    size="xs"
                    variant="ghost"
                    data-print="hide"
                    aria-label={t('handover.takeOverOf', { drug: entry.errDrugLabel })}
                    aria-keyshortcuts="t"
                    onClick={() => (send.isPending ? undefined : send.mutate('takeOver'))}
                  >
                    <UserCheck size={14} aria-hidden />
                    {t('handover.takeOver')}
                  </Button>
                ) : null}
              </div>
            )}
            <div className="aside">
              <span role="status">
                {send.isPending || plan.isPending
                  ? t('handover.saving')
                  : entry.errRes === null
                    ? isUndone
                      ? t('handover.undone')
                      : ''
                    : t('handover.recorded', { response: responseLabel(entry.errRes) })}
              </span>
              {entry.errRes === null ? null : (
                <Button size="xs" variant="ghost" disabled={send.isPending} onClick={() => send.mutate(null)}>
                  <Undo2 size={14} aria-hidden />
                  {t('handover.undo')}
                  <kbd className="key-hint" aria-hidden>
                    0
                  </kbd>
                </Button>
              )}
              {entry.errRes === null ? (
                <FollowUp
                  entry={entry}
                  canPlan={canPlan}
                  isOpen={isPlanning}
                  busy={plan.isPending}
                  error={plan.error}
                  onToggle={setIsPlanning}
                  onPlan={(date) => plan.mutate(date)}
                />
              ) : null}
              {canRespond || isPlanning ? null : <ContactLink phone={shown.userPhone} name={shown.userName} isShort />}
            </div>
          </>
        )}
        <ErrorAlert error={send.error} onDismiss={() => send.reset()} />
      </div>
    </li>
  );
}

/** It has its line before the values are read, so that no row moves. */
function PatientLineOfValues({ of: { admission, patientDetails }, team }: { of: PendingEntry; team: Team }) {
  const newest = useQuery(newestValuesQuery(team._id));
  const now = useHospitalClock();
  const text = newestText(newest.data?.get(admission) ?? [], patientDetails, team, now);
  return (
    <div className="facts values" title={text}>
      <ClinicalText>{text}</ClinicalText>
    </div>
  );
}

const nameIn = (team: Team, userId: string): string => {
  const member = team.members.find((candidate) => candidate.userId === userId);
  return member ? personName(member) : '';
};

const takenOverText = (responsible: string, user: string | undefined, name: string): string =>
  responsible === user ? translate('handover.takenOverByMe') : translate('handover.takenOverBy', { name });

/** The person who has taken the entry over, and a note if the person who is responsible cannot work in the team. */
function InCharge({ entry, team, user }: { entry: PendingEntry; team: Team; user: string | undefined }) {
  const t = useTranslation();
  const { responsible = entry.userId, userId, responsibleName } = entry;
  const member = team.members.find((candidate) => candidate.userId === responsible);
  const isThere = member !== undefined && !member.disabled && member.accountDisabled !== true;
  const name = nameIn(team, responsible) || responsibleName || t('people.unknown');
  return (
    <>
      {responsible === userId ? null : (
        <>
          {' '}
          · <ClinicalText>{takenOverText(responsible, user, name)}</ClinicalText>
        </>
      )}
      {isThere ? null : <> · {t('handover.notInTeam')}</>}
    </>
  );
}

/** Says what became of an entry that another person has answered, deleted or taken over, by its chart. */
function GoneFromList({ entry, team, user }: { entry: PendingEntry; team: Team; user: string | undefined }) {
  const t = useTranslation();
  const reviews = useQuery(reviewsQuery(entry.admission, team._id));
  const current = reviews.data?.find(({ _id }) => _id === entry.review)?.drugErrs.find(({ _id }) => _id === entry._id);
  const takenOverBy = current?.errRes === null ? current.responsible : undefined;
  return (
    <div className="aside" role="status">
      {takenOverBy === undefined ? (
        <span>{reviews.data && !current ? t('handover.deletedElsewhere') : t('handover.answeredElsewhere')}</span>
      ) : (
        <ClinicalText>
          {takenOverText(takenOverBy, user, nameIn(team, takenOverBy) || t('people.unknown'))}
        </ClinicalText>
      )}
      {current && current.errRes !== null ? (
        <span>
          <ResponseMark response={current.errRes} />
          {/* Two people may record the response of an entry that was taken over, and a physician may give it. */}
          {current.asked ? (
            <GivenAnswer entry={current} team={team._id} user={user} />
          ) : current.responsible === undefined ? (
            <>
              {' '}
              {t('handover.by')} <bdi>{entry.userName}</bdi>
            </>
          ) : null}
        </span>
      ) : null}
    </div>
  );
}
