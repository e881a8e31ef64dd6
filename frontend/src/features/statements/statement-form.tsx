/** The form of a statement. Its kind decides the fields. Ctrl+Enter saves it as a draft for approval. */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { Textarea } from '@chakra-ui/react/textarea';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from 'language/contract/entities';
import type { ListedStatement } from 'language/contract/statements';
import { valueRows } from 'language/domain/checks/chart-facts';
import { crossReactions } from 'language/domain/checks/statement';
import { formatOrder } from 'language/domain/orders/format-order';
import { forms, measures, routes } from 'language/domain/orders/order';
import { isNoError, limits, severities } from 'language/domain/values/codes';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { errorTypeLabel, severityLabel } from '../../clinical/code-labels.ts';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { FormFoot } from '../../components/forms/form-foot.tsx';
import { Select } from '../../components/forms/select.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { FormConflict, useFlatSave, useSendTo } from '../../editing/flat-save.tsx';
import { isShortcut, shortcuts } from '../../platform/keyboard/shortcuts.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { today } from '../../platform/time/dates.ts';
import { errorTypesQuery } from '../../sync/reads/catalogue.ts';
import { AgentsField } from './agents-field.tsx';
import { type AgentNames, cacheStatement, labelOf, valueLabel, valueUnit } from './api.ts';
import {
  bodyOf,
  doses,
  fieldsOf,
  groups,
  kinds,
  listed,
  problemsIn,
  readStatement,
  SAME,
  type StatementTexts,
  valueNames,
} from './statement-fields.ts';

const marks = ['drug', 'dose', 'daily', 'allergy', ...Object.keys(valueRows)].map((mark) => `{${mark}}`);
const twoColumns = { display: 'grid', gap: '3', gridTemplateColumns: { base: '1fr', md: '1fr 1fr' } };
const groupStyle = {
  borderWidth: '1px',
  borderRadius: 'l2',
  padding: '3',
  '& legend': { fontSize: 'xs', fontWeight: 'semibold', color: 'fg.muted', paddingInline: '1' },
  '& .row': {
    display: 'grid',
    gridTemplateColumns: { base: '1fr 1fr', md: '12rem 1fr 1fr' },
    gap: '2',
    marginBlockEnd: '2',
  },
  '& .row > :first-of-type': { gridColumn: { base: '1 / -1', md: 'auto' }, alignSelf: 'center', fontSize: 'sm' },
  '& .doses': { gridTemplateColumns: { base: '1fr 1fr', md: '12rem 1fr 1fr 1fr' } },
};

interface Props {
  /** Undefined: a new one. */
  statement?: ListedStatement | undefined;
  names: AgentNames;
  onDone: () => void;
}

export function StatementForm({ statement, names, onDone }: Props) {
  const t = useTranslation();
  const types = useQuery(errorTypesQuery()).data ?? [];
  const form = useFlatForm(fieldsOf(statement), statement?.version ?? 0);
  const { draft, change } = form;
  const [isChecked, setIsChecked] = useState(false);
  const of = `statement/${statement?._id ?? 'new'}`;
  const title = t(statement ? 'statements.change' : 'statements.add');
  const sendTo = useSendTo();
  const saving = useFlatSave<StatementTexts, Answer<ListedStatement>>(form, {
    groups,
    draft: of,
    read: readStatement,
    send: async (_, ifVersion) => {
      const body = bodyOf(draft);
      if (!body) throw new Error('The form sends complete statements only');
      return statement
        ? sendTo(catalogueCalls.changeStatement, { params: { id: statement._id }, ifVersion, body })
        : sendTo(catalogueCalls.addStatement, { body });
    },
    onSaved: (answer) => {
      cacheStatement(answer);
      notify.saved(t('statements.saved'));
      onDone();
    },
    onTheirs: onDone,
  });
  useUnsaved(form.isDirty && !saving.isSaved ? title : undefined);
  const problems = problemsIn(draft);
  const save = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (saving.isBusy || saving.toDecide) return;
    setIsChecked(true);
    if (!form.isDirty && statement) onDone();
    else if (problems.size === 0) saving.save();
  };
  const errorOf = (field: keyof StatementTexts): string | undefined =>
    isChecked && problems.has(field) ? t('statements.missing') : saving.refused[field];
  const input = (field: keyof StatementTexts) => (
    <FormField key={field} label={labelOf(field)} isLabelHidden error={errorOf(field)}>
      <Input
        size="sm"
        inputMode="decimal"
        autoComplete="off"
        placeholder={labelOf(field)}
        value={draft[field]}
        onChange={({ target }) => change({ [field]: target.value })}
      />
    </FormField>
  );
  const select = (field: keyof StatementTexts, options: readonly (readonly [string, string])[], none?: string) => (
    <FormField key={field} label={labelOf(field)} error={errorOf(field)}>
      <Select
        size="sm"
        none={none ?? t('statements.choose')}
        options={options}
        value={draft[field]}
        onChange={(value) => change({ [field]: value })}
      />
    </FormField>
  );
  const { classes, roots } = names;
  const same = { id: SAME, label: t(draft.kind === 'allergy' ? 'statements.sameAgent' : 'statements.sameDrug') };
  const agents = (
    field: 'agent' | 'forbidden' | 'exceptions' | 'root' | 'first' | 'second',
    choices: AgentNames['roots'],
    isList = false,
    required = true,
  ) => (
    <AgentsField
      key={`${field} ${form.round}`}
      label={labelOf(field)}
      choices={choices}
      isList={isList}
      required={required}
      value={draft[field]}
      error={errorOf(field)}
      onChange={(value) => change({ [field]: value })}
    />
  );
  const all = classes && roots ? [...classes, ...roots] : undefined;
  const ofKind = {
    '': null,
    allergy: (
      <>
        {agents('agent', all && [same, ...all])}
        {draft.agent === SAME
          ? null
          : [
              agents('forbidden', all, true),
              select(
                'crossClass',
                crossReactions.map((one) => [one, t(`statements.cross.${one}`)]),
              ),
            ]}
      </>
    ),
    duplicate: (
      <>
        {agents('agent', classes && [same, ...classes])}
        {agents('exceptions', roots, true, false)}
      </>
    ),
    dose: (
      <>
        {agents('root', roots)}
        <AgentsField
          label={labelOf('routes')}
          choices={routes.map((route) => ({ id: route, label: formatOrder({ route, hints: [] }) }))}
          isList
          required={false}
          value={draft.routes}
          error={errorOf('routes')}
          onChange={(value) => change({ routes: value })}
        />
        <Box as="fieldset" css={groupStyle} gridColumn="1 / -1">
          <legend>{t('statements.fields.condition')}</legend>
          {valueNames.map((name) => (
            <div key={name} className="row">
              <span>
                {valueLabel(name)} <bdi>{valueUnit(name)}</bdi>
              </span>
              {input(`${name}From`)}
              {input(`${name}Below`)}
            </div>
          ))}
          <Box role="alert" fontSize="xs" color="fg.error">
            {saving.refused['condition']}
          </Box>
        </Box>
        <Box as="fieldset" css={groupStyle} gridColumn="1 / -1">
          <legend>{t('statements.fields.limits')}</legend>
          {doses.map((dose) => (
            <div key={dose} className="row doses">
              <span>{t(`statements.dose.${dose}`)}</span>
              {input(`${dose}Max`)}
              <Select
                size="sm"
                aria-label={labelOf(`${dose}Unit`)}
                options={[...measures, ...forms].map((unit) => [unit, unit])}
                value={draft[`${dose}Unit`]}
                onChange={(value) => change({ [`${dose}Unit`]: value })}
              />
              <Select
                size="sm"
                aria-label={labelOf(`${dose}PerKg`)}
                none={t('statements.inAll')}
                options={[['yes', t('statements.perKg')]]}
                value={draft[`${dose}PerKg`]}
                onChange={(value) => change({ [`${dose}PerKg`]: value })}
              />
            </div>
          ))}
        </Box>
      </>
    ),
    pair: (
      <>
        {agents('first', all)}
        {agents('second', all)}
        {select('isSameLine', [['yes', t('statements.sameLine')]], t('statements.interaction'))}
      </>
    ),
  };
  return (
    <Box asChild borderWidth="1px" borderColor="brand.solid" borderRadius="l2" padding="3" display="grid" gap="3">
      {/* The shortcut works in every field of the form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        aria-label={title}
        noValidate
        onSubmit={save}
        onKeyDown={(event) => isShortcut(event.nativeEvent, shortcuts.save) && save(event)}
      >
        <FlatDraft form={form} of={of} what={title} isNew={!statement} isDone={saving.isSaved} />
        <FormConflict
          saving={saving}
          labels={Object.fromEntries(groups.flat().map((field) => [field, labelOf(field)]))}
          shown={(_, text) => ({
            text: listed(text)
              .map((id) => names.nameOf(id))
              .join(' '),
          })}
        />
        <Box css={twoColumns}>
          {select(
            'kind',
            kinds.map((kind) => [kind, t(`statements.kind.${kind}`)]),
          )}
          {select(
            'errType',
            types.filter(({ _id }) => !isNoError(_id)).map(({ _id, label }) => [_id, errorTypeLabel(_id, label)]),
          )}
          {ofKind[kinds.find((kind) => kind === draft.kind) ?? '']}
          {select(
            'severity',
            severities.map(({ code }) => [code, `${code} – ${severityLabel(code)}`]),
          )}
        </Box>
        <FormField
          label={labelOf('text')}
          required
          error={errorOf('text')}
          hint={
            <>
              {t('statements.marks')} <code dir="ltr">{marks.join(' ')}</code>
            </>
          }
        >
          <Textarea
            size="sm"
            dir="auto"
            rows={3}
            maxLength={limits.statementText}
            value={draft.text}
            onChange={({ target }) => change({ text: target.value })}
          />
        </FormField>
        <Box css={twoColumns}>
          <FormField label={labelOf('source')} required error={errorOf('source')}>
            <Input
              size="sm"
              dir="auto"
              autoComplete="off"
              maxLength={limits.statementSource}
              value={draft.source}
              onChange={({ target }) => change({ source: target.value })}
            />
          </FormField>
          <DateField
            size="sm"
            label={labelOf('sourceDate')}
            required
            max={today()}
            value={draft.sourceDate}
            error={errorOf('sourceDate')}
            onChange={(sourceDate) => change({ sourceDate })}
          />
        </Box>
        <FormFoot>
          <Button type="submit" size="sm" loading={saving.isBusy} disabled={saving.toDecide !== undefined}>
            {t('statements.save')}
          </Button>
          <Button type="button" size="sm" variant="ghost" disabled={saving.isBusy} onClick={onDone}>
            {t('statements.cancel')}
          </Button>
        </FormFoot>
      </form>
    </Box>
  );
}
