/** One line of a reconciliation: the medicine at home and in the hospital, and the decision about it. */
import { Box } from '@chakra-ui/react/box';
import { IconButton } from '@chakra-ui/react/button';
import type { ReconciledLine } from 'language/contract/reconciliation';
import { needsReason } from 'language/domain/admission/reconciliation';
import {
  type ReconciliationAction,
  reconciliationActions,
  type ReconciliationStage,
} from 'language/domain/values/codes';
import { Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { homeSourceLabel, reconciliationActionLabel } from '../../../clinical/code-labels.ts';
import { Given, Held } from '../../../clinical/given.tsx';
import type { ShownLine } from '../../../clinical/reconciled-lines.ts';
import { WrittenAt } from '../../../clinical/written-at.tsx';
import { ClinicalName, ClinicalText } from '../../../components/text/clinical-text.tsx';
import type { ApiError } from '../../../platform/http/api.ts';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { DecisionForm, type DecisionTexts } from './decision-form.tsx';

interface Props {
  admission: string;
  stage: ReconciliationStage;
  line: ShownLine;
  /** Today, or the day of a past chart. */
  day: string;
  /** Undefined: it is read only. */
  edit?:
    | {
        isBusy: boolean;
        /** The refusal of a decision about this line. */
        error: ApiError | null;
        onDecide: (action: ReconciliationAction, fields: Partial<DecisionTexts>, onDone: () => void) => void;
        onEditHome: () => void;
        onRemoveHome: () => void;
      }
    | undefined;
  tools?: ReactNode;
}

/** Saves at once where nothing has to be written, and else asks for it below the row. */
export function LineRow({ admission, stage, line, day, edit, tools }: Props) {
  const t = useTranslation();
  const [asked, setAsked] = useState<ReconciliationAction>();
  const { home, stay, label, decision } = line;
  const choices = reconciliationActions.filter((action) => action !== 'new' || !home);
  const choose = (action: ReconciliationAction): void => {
    if (!edit || edit.isBusy || !choices.includes(action)) return;
    // A decision that is there is looked at again with its words.
    if (needsReason(stage, action) || decision?.action === action) setAsked(action);
    else {
      setAsked(undefined);
      edit.onDecide(action, {}, () => undefined);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const chosen = /^[1-5]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    const action = chosen ? reconciliationActions[Number(event.key) - 1] : undefined;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (action) choose(action);
    else if (step !== 0) focusRow(event.currentTarget, step);
    else return;
    event.preventDefault();
  };
  return (
    <li data-item={`reconciled-${line.id.id}`} data-unexplained={decision ? undefined : ''}>
      <div className="row">
        <div className="body">
          <strong>
            <ClinicalName>{label}</ClinicalName>
          </strong>
          {home ? (
            <div className="part">
              <span className="where">{t('reconciliation.atHome')}</span>
              <Given of={home} />
              {home.indication === '' ? null : (
                <ClinicalText>{t('medication.for', { indication: home.indication })}</ClinicalText>
              )}
              <small>{[homeSourceLabel(home.source), home.note].filter(Boolean).join(' · ')}</small>
            </div>
          ) : null}
          {stay ? (
            <div className="part">
              <span className="where">{t('reconciliation.inHospital')}</span>
              {home && stay.drug !== home.drug ? <ClinicalName>{stay.drugLabel}</ClinicalName> : null}
              <Given of={stay} />
              {stay.indication === '' ? null : (
                <ClinicalText>{t('medication.for', { indication: stay.indication })}</ClinicalText>
              )}
              <Held of={stay} day={day} />
            </div>
          ) : null}
          {home && !stay && stage !== 'transfer' ? (
            <div className="part">
              <span className="where">{t('reconciliation.inHospital')}</span> {t('reconciliation.notOrdered')}
            </div>
          ) : null}
          {decision ? <DecisionText decision={decision} /> : null}
        </div>
        {edit ? (
          <>
            <div
              role="toolbar"
              tabIndex={-1}
              className="keys"
              data-print="hide"
              data-decision
              aria-label={t('reconciliation.decisionOf', { label })}
              onKeyDown={onKeyDown}
            >
              {choices.map((action) => (
                <button
                  key={action}
                  type="button"
                  aria-pressed={(asked ?? decision?.action) === action}
                  aria-keyshortcuts={String(reconciliationActions.indexOf(action) + 1)}
                  // A disabled button would lose the focus, and the keys with it.
                  aria-disabled={edit.isBusy}
                  onClick={() => choose(action)}
                >
                  <kbd className="key-hint">{reconciliationActions.indexOf(action) + 1}</kbd>
                  {reconciliationActionLabel(action)}
                </button>
              ))}
            </div>
            {home ? (
              <div className="tools" data-print="hide">
                <IconButton
                  size="xs"
                  variant="ghost"
                  aria-label={t('reconciliation.correctHome', { label })}
                  disabled={edit.isBusy}
                  onClick={edit.onEditHome}
                >
                  <Pencil size={15} aria-hidden />
                </IconButton>
                <IconButton
                  size="xs"
                  variant="ghost"
                  aria-label={t('reconciliation.removeHome', { label })}
                  disabled={edit.isBusy}
                  onClick={edit.onRemoveHome}
                >
                  <Trash2 size={15} aria-hidden />
                </IconButton>
              </div>
            ) : null}
          </>
        ) : (
          <div className="decided">{decision ? reconciliationActionLabel(decision.action) : '–'}</div>
        )}
        {home || decision ? tools : null}
        {edit && asked ? (
          <DecisionForm
            key={asked}
            admission={admission}
            stage={stage}
            line={line}
            action={asked}
            isBusy={edit.isBusy}
            error={edit.error}
            onSave={(fields) => edit.onDecide(asked, fields, () => setAsked(undefined))}
            onCancel={() => setAsked(undefined)}
          />
        ) : null}
      </div>
    </li>
  );
}

/** Goes to the decisions of the row before or after. */
export function focusRow(group: Element, step: number): void {
  const groups = [...(group.closest('section')?.querySelectorAll('[data-decision]') ?? [])];
  const next = groups[groups.indexOf(group) + step];
  const button = next?.querySelector<HTMLElement>('[aria-pressed=true]') ?? next?.querySelector<HTMLElement>('button');
  button?.focus();
}

function DecisionText({ decision }: { decision: ReconciledLine }) {
  const t = useTranslation();
  const { stage, action, reason, until, advice, userName, decidedAt } = decision;
  return (
    <Box className="decision">
      {reason === '' ? null : <ClinicalName>{reason}</ClinicalName>}
      {stage === 'discharge' && action !== 'stopped' ? (
        <span className="part">
          <span className="where">{t('reconciliation.toTake')}</span>
          <Given of={decision} />
          {until === null ? null : (
            <ClinicalText>
              {t(action === 'held' ? 'reconciliation.resumesOn' : 'reconciliation.untilDay', { day: until })}
            </ClinicalText>
          )}
        </span>
      ) : null}
      {advice === '' ? null : <ClinicalName>{advice}</ClinicalName>}
      <small>
        <bdi>{userName}</bdi> <WrittenAt at={decidedAt} />
      </small>
    </Box>
  );
}
