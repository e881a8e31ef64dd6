/**
 * The reconciliation of a stay: the medicines from home, and at each stage one decision about each medicine (docs/product.md,
 * "Reconciliation").
 */
import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { AdmissionDetails, AdmissionMedication } from 'language/contract/entities';
import type { HistoryThing } from 'language/contract/history';
import type { HomeMedication, Reconciliation } from 'language/contract/reconciliation';
import { decisionKey } from 'language/domain/admission/reconciliation';
import type { ReconciliationAction, ReconciliationStage } from 'language/domain/values/codes';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { reconciliationStageLabel } from '../../../clinical/code-labels.ts';
import { givenStyle } from '../../../clinical/given.tsx';
import { type ShownLine, shownLines, stagesOf, unexplainedIn } from '../../../clinical/reconciled-lines.ts';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { EmptyState, ErrorAlert } from '../../../components/screen-states.tsx';
import { touch } from '../../../components/theme/system.ts';
import { notify } from '../../../components/toasts/toaster.tsx';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { useSessionUser } from '../../../platform/session/session.ts';
import { drafts } from '../../../platform/storage/draft-storage.ts';
import { queryClient } from '../../../sync/cache/query-client.ts';
import { queryKeys } from '../../../sync/cache/query-keys.ts';
import { lastError, useCommand } from '../../../sync/commands.ts';
import { cacheReconciliation, removeCachedHomeMedication } from '../../../sync/reads/reconciliation.ts';
import { decisionDraft, type DecisionTexts } from './decision-form.tsx';
import { DischargeLists } from './discharge-lists.tsx';
import { HomeEntry } from './home-entry.tsx';
import type { HomeTexts } from './home-fields.ts';
import { HomeForm } from './home-form.tsx';
import { focusRow, LineRow } from './line-row.tsx';

const style = {
  ...givenStyle,
  '& .bar': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', marginBlockEnd: '3' },
  '& .open': { color: 'amber.fg', fontWeight: 'semibold' },
  '& ul': { listStyle: 'none', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l2' },
  '& li + li': { borderTopWidth: '1px', borderColor: 'border.muted' },
  '& li[data-unexplained]': { boxShadow: 'inset 3px 0 0 {colors.amber.solid}' },
  'html[dir=rtl] & li[data-unexplained]': { boxShadow: 'inset -3px 0 0 {colors.amber.solid}' },
  '& .row': { display: 'flex', flexWrap: 'wrap', gap: '2', padding: { base: '2', md: '3' } },
  '& .body': { flex: '1 1 18rem', minWidth: 0, fontSize: 'sm' },
  '& .part': { display: 'flex', flexWrap: 'wrap', columnGap: '2', alignItems: 'baseline' },
  '& .where': { color: 'fg.muted', fontSize: 'xs' },
  '& small': { color: 'fg.muted', fontSize: 'xs' },
  '& .decision': {
    display: 'grid',
    marginBlockStart: '1',
    paddingInlineStart: '2',
    borderInlineStartWidth: '2px',
    borderColor: 'brand.solid',
    overflowWrap: 'anywhere',
    // An English reason begins where the Arabic lines begin.
    justifyItems: 'start',
  },
  '& .decided': { fontWeight: 'semibold', fontSize: 'sm' },
  '& .tools': { display: 'flex' },
  '& .keys': { display: 'flex', flexWrap: 'wrap', gap: '1', alignItems: 'flex-start' },
  '& .keys button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '32px',
    paddingInline: '2',
    borderRadius: 'l2',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    bg: 'bg.panel',
    fontSize: 'sm',
    fontWeight: 'semibold',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    [touch]: { minHeight: '44px' },
    _hover: { bg: 'brand.muted' },
    _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
    '&[aria-disabled=true]': { cursor: 'progress', opacity: 0.6 },
  },
  '& .keys button[aria-pressed=true], & .keys button[aria-pressed=true]:hover': {
    bg: 'brand.solid',
    color: 'brand.contrast',
    borderColor: 'fg',
  },
  '& kbd': { fontWeight: 'normal', fontSize: 'xs', opacity: 0.8 },
};

type Admission = Pick<AdmissionDetails, '_id' | 'team' | 'admissionDate' | 'dischargeDate'>;
export interface HistoryOf {
  of: HistoryThing;
  name: string;
}
interface Props {
  admission: Admission;
  medications: readonly AdmissionMedication[];
  reconciliation: Reconciliation;
  /** Today, or the day of a past chart. */
  day: string;
  /** Undefined: it is read only. */
  edit?: { admission: AdmissionDetails; by: string } | undefined;
  /** The history of a line. */
  renderTools?: (line: HistoryOf) => ReactNode;
}

/**
 * The decision that the open lines may get in one go: continued where it is both at home and on the list, or not held at a
 * transfer; new where an order of the admission has no medicine from home.
 */
function restAction(stage: ReconciliationStage, { home, stay, decision }: ShownLine): 'continued' | 'new' | undefined {
  if (decision || !stay || stay.hold !== null) return undefined;
  if (home || stage === 'transfer') return 'continued';
  return stage === 'admission' ? 'new' : undefined;
}

const firstStage = ({ dischargeDate }: Admission, { transferDate }: Reconciliation): ReconciliationStage =>
  dischargeDate !== null ? 'discharge' : transferDate !== null ? 'transfer' : 'admission';

export function ReconciliationPart({ admission, medications, reconciliation, day, edit, renderTools }: Props) {
  const t = useTranslation();
  const [stage, setStage] = useState(() => firstStage(admission, reconciliation));
  const linesAt = (one: ReconciliationStage): ShownLine[] =>
    shownLines(one, reconciliation, medications, admission, day);
  const lines = linesAt(stage);
  const open = unexplainedIn(lines);
  return (
    <Box as="section" aria-label={t('reconciliation.title')} css={style} data-item={`reconciliation-${admission._id}`}>
      <div className="bar">
        <div role="group" className="keys" aria-label={t('reconciliation.stage')}>
          {stagesOf(reconciliation).map((one) => {
            const count = unexplainedIn(linesAt(one)).length;
            return (
              <button key={one} type="button" aria-pressed={one === stage} onClick={() => setStage(one)}>
                {reconciliationStageLabel(one)}
                {count === 0 ? null : <kbd>{t('reconciliation.openCount', { count })}</kbd>}
              </button>
            );
          })}
        </div>
        <span role="status" className={open.length > 0 ? 'open' : undefined}>
          {lines.length === 0 ? null : t('reconciliation.unexplained', { count: open.length })}
        </span>
      </div>
      {edit ? (
        <EditableLines
          key={stage}
          admission={edit.admission}
          by={edit.by}
          reconciliation={reconciliation}
          day={day}
          stage={stage}
          lines={lines}
          {...(renderTools && { renderTools })}
        />
      ) : (
        <LineList lines={lines}>
          {(line) => (
            <LineRow key={line.id.id} admission={admission._id} stage={stage} line={line} day={day} edit={undefined} />
          )}
        </LineList>
      )}
    </Box>
  );
}

function LineList({ lines, children }: { lines: readonly ShownLine[]; children: (line: ShownLine) => ReactNode }) {
  const t = useTranslation();
  return lines.length === 0 ? (
    <EmptyState title={t('reconciliation.none.title')}>{t('reconciliation.none.body')}</EmptyState>
  ) : (
    <ul>{lines.map(children)}</ul>
  );
}

/** At the discharge with what the patient is to take; a stopped medicine has only its reason and advice. */
function bodyOf(
  stage: ReconciliationStage,
  action: ReconciliationAction,
  { reason = '', advice, until, ...order }: Partial<DecisionTexts>,
) {
  if (stage !== 'discharge') return { action, reason };
  const told = { action, reason, ...(advice === undefined ? {} : { advice }) };
  return action === 'stopped' ? told : { ...told, ...order, ...(until === undefined ? {} : { until: until || null }) };
}

interface EditableProps extends Pick<Props, 'reconciliation' | 'day' | 'renderTools'> {
  admission: AdmissionDetails;
  by: string;
  stage: ReconciliationStage;
  lines: readonly ShownLine[];
}

function EditableLines({ admission, by, reconciliation, day, stage, lines, renderTools }: EditableProps) {
  const t = useTranslation();
  const { _id: id } = admission;
  const user = useSessionUser()?._id ?? '';
  const [form, setForm] = useState<{ medication?: HomeMedication; filled?: HomeTexts }>();
  /** The line of the last decision. */
  const [sent, setSent] = useState('');
  const decide = useCommand(admissionCalls.reconcileMedications, {
    queue: `reconcile/${id}`,
    onSuccess: (answer, { body }) => {
      for (const { line } of body.lines) drafts.settle({ user, of: decisionDraft(id, body.stage, line.id) });
      void cacheReconciliation(answer);
    },
    // Another person has decided: their decision is shown below the error.
    onError: ({ status }) => {
      if (status === 409 || status === 404)
        void queryClient.invalidateQueries({ queryKey: queryKeys.reconciliationOf(id) });
    },
  });
  const remove = useCommand(admissionCalls.removeHomeMedication, {
    onSuccess: (answer) => {
      notify.removed(t('medication.toast.removed'), t('medication.toast.removedText', { label: answer.drugLabel }));
      void removeCachedHomeMedication(answer);
    },
  });
  const busy = decide.isPending || remove.isPending;
  const params = { id };
  const onDecide = (
    line: ShownLine,
    action: ReconciliationAction,
    fields: Partial<DecisionTexts>,
    onDone: () => void,
  ): void => {
    setSent(line.id.id);
    decide.mutate(
      {
        params,
        ifVersion: reconciliation.version,
        body: { stage, lines: [{ line: line.id, ...bodyOf(stage, action, fields) }] },
      },
      {
        onSuccess: () => {
          onDone();
          focusNext(line.id.id);
        },
      },
    );
  };
  const decideRest = (action: 'continued' | 'new', rest: readonly ShownLine[]): void => {
    setSent('');
    decide.mutate({
      params,
      ifVersion: reconciliation.version,
      body: { stage, lines: rest.map((line) => ({ line: line.id, action, reason: '' })) },
    });
  };
  const askToRemove = async (home: HomeMedication): Promise<void> => {
    const body = t('reconciliation.removing', { label: home.drugLabel });
    if (await confirm({ title: t('medication.sure'), body, danger: true }))
      remove.mutate({ params: { id, homeId: home._id }, ifVersion: home.version });
  };
  const close = () => setForm(undefined);
  const isLineOf = (line: ShownLine): boolean => line.id.id === sent;
  return (
    <>
      {stage === 'transfer' ? null : form ? (
        <Box marginBlockEnd="3">
          <HomeForm
            key={form.medication?._id ?? 'new'}
            admission={id}
            medication={form.medication}
            filled={form.filled}
            onDone={close}
          />
        </Box>
      ) : (
        <>
          <HomeEntry admission={id} onFill={(filled) => setForm({ filled })} />
          <Button size="sm" variant="outline" marginBlockEnd="3" data-print="hide" onClick={() => setForm({})}>
            <Plus size={15} aria-hidden />
            {t('reconciliation.addHome')}
          </Button>
        </>
      )}
      {lines.some(isLineOf) && decide.error?.status === 400 ? null : <ErrorAlert error={lastError(decide, remove)} />}
      <div className="bar" data-print="hide">
        {(['continued', 'new'] as const).map((action) => {
          const rest = lines.filter((line) => restAction(stage, line) === action);
          return rest.length < 2 ? null : (
            <Button key={action} size="sm" variant="outline" disabled={busy} onClick={() => decideRest(action, rest)}>
              {t(`reconciliation.rest.${action}`, { count: rest.length })}
            </Button>
          );
        })}
      </div>
      <LineList lines={lines}>
        {(line) => (
          <LineRow
            key={line.id.id}
            admission={id}
            stage={stage}
            line={line}
            day={day}
            edit={{
              isBusy: busy,
              error: isLineOf(line) ? decide.error : null,
              onDecide: (action, fields, onDone) => onDecide(line, action, fields, onDone),
              onEditHome: () => line.home && setForm({ medication: line.home }),
              onRemoveHome: () => line.home && void askToRemove(line.home),
            }}
            tools={renderTools?.(historyOf(stage, line))}
          />
        )}
      </LineList>
      {stage === 'discharge' && lines.length > 0 ? (
        <DischargeLists admission={admission} lines={lines} by={by} />
      ) : null}
    </>
  );
}

const historyOf = (stage: ReconciliationStage, { id, home, label, decision }: ShownLine): HistoryOf => ({
  of:
    decision || !home
      ? `reconciled:${decisionKey({ stage, line: decision?.line ?? id })}`
      : `homeMedication:${home._id}`,
  name: label,
});

/** The next line to decide, after the answer has drawn the decided one. */
function focusNext(id: string): void {
  setTimeout(() => {
    const row = document.querySelector(`[data-item="${CSS.escape(`reconciled-${id}`)}"] [data-decision]`);
    if (row) focusRow(row, 1);
  }, 0);
}
