/** The statements of the catalogue by kind, with their use. The admin account writes, approves and withdraws them. */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import type { ListedStatement, StatementState } from 'language/contract/statements';
import { limits } from 'language/domain/values/codes';
import { BadgeCheck, Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { SeverityMark, severityStyle } from '../../clinical/marks.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { EmptyState, ErrorAlert, QueryBoundary } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { lastError, useCommand } from '../../sync/commands.ts';
import { statementsQuery } from '../../sync/reads/catalogue.ts';
import { type AgentNames, cacheStatement, summaryOf, useAgentNames } from './api.ts';
import { kinds } from './statement-fields.ts';
import { StatementForm } from './statement-form.tsx';

const states: readonly StatementState[] = ['draft', 'useful', 'noise', 'off'];
const colours = { draft: 'gray', useful: 'brand', noise: 'amber', off: 'red' } as const;

const listStyle = {
  listStyle: 'none',
  display: 'grid',
  gap: '2',
  marginBlockEnd: '4',
  '& > li': { bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l2', paddingInline: '3', paddingBlock: '2' },
  '& .row': { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: '3', rowGap: '1' },
  '& .what': { flex: '1 1 18rem', minWidth: '0', overflowWrap: 'anywhere' },
  '& .part': { marginInlineEnd: '2', '&:not(:first-of-type)': { fontWeight: 'medium' } },
  '& .facts': { fontSize: 'xs', color: 'fg.muted' },
  '& .buttons': { display: 'flex', flexWrap: 'wrap', gap: '1', marginInlineStart: 'auto' },
  ...severityStyle,
};

export function StatementList() {
  const t = useTranslation();
  const query = useQuery(statementsQuery());
  const names = useAgentNames();
  const [state, setState] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  /** Counts the saved ones: each form begins empty. */
  const [round, setRound] = useState(0);
  return (
    <>
      <Box marginBlockEnd="4">
        <Disclosure label={t('statements.add')} open={isAdding} onToggle={setIsAdding}>
          <StatementForm
            key={round}
            names={names}
            onDone={() => {
              setIsAdding(false);
              setRound(round + 1);
            }}
          />
        </Disclosure>
      </Box>
      <QueryBoundary query={query}>
        {(all) => {
          const shown = all.filter((one) => state === '' || one.state === state);
          return (
            <>
              <Box display="flex" alignItems="center" gap="3" marginBlockEnd="3">
                <Select
                  size="sm"
                  width="14rem"
                  aria-label={t('statements.filter')}
                  none={t('statements.all')}
                  options={states.map((one) => [one, t(`statements.state.${one}`)])}
                  value={state}
                  onChange={setState}
                />
                <Box role="status" fontSize="sm" color="fg.muted">
                  {t('statements.count', { count: shown.length })}
                </Box>
              </Box>
              {all.length === 0 ? (
                <EmptyState title={t('statements.none')}>{t('statements.noneHint')}</EmptyState>
              ) : null}
              {kinds.map((kind) => {
                const ofKind = shown.filter((one) => one.kind === kind);
                return ofKind.length === 0 ? null : (
                  <section key={kind} aria-labelledby={`statements-${kind}`}>
                    <Box as="h2" id={`statements-${kind}`} fontSize="md" fontWeight="semibold" marginBlockEnd="2">
                      {t(`statements.kind.${kind}`)}
                    </Box>
                    <Box as="ul" css={listStyle}>
                      {ofKind.map((statement) => (
                        <StatementRow key={statement._id} statement={statement} names={names} />
                      ))}
                    </Box>
                  </section>
                );
              })}
            </>
          );
        }}
      </QueryBoundary>
    </>
  );
}

function StatementRow({ statement, names }: { statement: ListedStatement; names: AgentNames }) {
  const t = useTranslation();
  const { _id, text, source, sourceDate, approvedBy, use, state, severity, version } = statement;
  const [doing, setDoing] = useState<'change' | 'approve'>();
  const withdraw = useCommand(catalogueCalls.withdrawStatement, {
    onSuccess: (answer) => {
      cacheStatement(answer);
      notify.saved(t('statements.withdrawn'));
    },
  });
  const done = (): void => setDoing(undefined);
  return (
    <li>
      <div className="row">
        <SeverityMark severity={severity} />
        <div className="what">
          <strong>
            {summaryOf(statement, names).map((part) => (
              <bdi key={part} className="part">
                <ClinicalText>{part}</ClinicalText>
              </bdi>
            ))}
          </strong>
          <Badge size="sm" colorPalette={colours[state]} data-state={state}>
            {t(`statements.state.${state}`)}
          </Badge>
          <div dir="auto">
            <ClinicalText>{text}</ClinicalText>
          </div>
          <div className="facts">
            <bdi>
              <ClinicalText>{`${source}, ${formatDate(sourceDate)}`}</ClinicalText>
            </bdi>
            {approvedBy === '' ? null : (
              <>
                {` · ${t('findings.approvedBy')} `}
                <bdi>{approvedBy}</bdi>
              </>
            )}
          </div>
          {state === 'draft' ? null : <div className="facts">{t('statements.use', { ...use })}</div>}
        </div>
        <span className="buttons">
          <Button size="xs" variant="ghost" onClick={() => setDoing('change')}>
            <Pencil size={14} aria-hidden />
            {t('statements.changeIt')}
          </Button>
          <Button size="xs" variant="outline" onClick={() => setDoing('approve')}>
            <BadgeCheck size={14} aria-hidden />
            {t(state === 'draft' ? 'statements.approve' : 'statements.approveAgain')}
          </Button>
          {state === 'draft' ? null : (
            <Button
              size="xs"
              variant="ghost"
              colorPalette="red"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate({ params: { id: _id }, ifVersion: version, body: {} })}
            >
              <Undo2 size={14} aria-hidden />
              {t('statements.withdraw')}
            </Button>
          )}
        </span>
      </div>
      <ErrorAlert error={lastError(withdraw)} />
      {doing === 'change' && <StatementForm statement={statement} names={names} onDone={done} />}
      {doing === 'approve' && <ApproveDialog statement={statement} onClose={done} />}
    </li>
  );
}

const blank = { approvedBy: '' };

function ApproveDialog({ statement, onClose }: { statement: ListedStatement; onClose: () => void }) {
  const t = useTranslation();
  const form = useFlatForm(blank, 0);
  const { approvedBy } = form.draft;
  const of = `statement/${statement._id}/approve`;
  const approve = useCommand(catalogueCalls.approveStatement, {
    draft: of,
    onSuccess: (answer) => {
      cacheStatement(answer);
      notify.saved(t('statements.approved'));
      onClose();
    },
  });
  useUnsaved(form.isDirty && !approve.isSuccess ? t('statements.approve') : undefined);
  return (
    <FormDialog
      title={t('statements.approve')}
      cancel={t('statements.cancel')}
      submit={t('statements.approve')}
      isBusy={approve.isPending}
      isDisabled={approvedBy.trim() === ''}
      onClose={onClose}
      onSubmit={() =>
        approve.mutate({
          params: { id: statement._id },
          ifVersion: statement.version,
          body: { approvedBy: approvedBy.trim() },
        })
      }
    >
      <FlatDraft form={form} of={of} what={t('statements.approve')} isNew isDone={approve.isSuccess} />
      <ErrorAlert error={approve.error} />
      <Box dir="auto">
        <ClinicalText>{statement.text}</ClinicalText>
      </Box>
      <FormField
        label={t('statements.approver')}
        hint={t('statements.approverHint')}
        required
        error={approve.error?.fields['approvedBy']}
      >
        <Input
          dir="auto"
          autoComplete="off"
          maxLength={limits.title}
          value={approvedBy}
          onChange={({ target }) => form.change({ approvedBy: target.value })}
        />
      </FormField>
    </FormDialog>
  );
}
