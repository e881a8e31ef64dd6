/** The rules for the answers of the team's physicians (docs/product.md, "Reminders"). The admin sets it, the members read it. */
import * as teamCalls from 'language/contract/calls/teams';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { Stack } from '@chakra-ui/react/stack';
import { Textarea } from '@chakra-ui/react/textarea';
import type { Team } from 'language/contract/entities';
import {
  type AnswerRules,
  type Reminders,
  type SeverityGroup,
  severityGroups,
} from 'language/domain/team/answer-rules';
import { limits } from 'language/domain/values/codes';
import type { FormEvent } from 'react';
import { FieldGroup } from '../../components/forms/field-group.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { Switch } from '../../components/forms/switch.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { FormConflict, useFlatSave, useSendTo } from '../../editing/flat-save.tsx';
import { createVersionReader } from '../../editing/merge.ts';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

const steps = ['remindAfterMinutes', 'nextAfterMinutes', 'adminAfterMinutes'] as const;
type Step = (typeof steps)[number];
type Cell = `${SeverityGroup}.${Step}`;
const cells = severityGroups.flatMap((group) => steps.map((step): Cell => `${group}.${step}`));

const rest = ['refusalReasons', 'changeMinutes', 'quietFrom', 'quietUntil', 'ranksPhysicians'] as const;
const fields = [...rest, ...cells];
/** As texts: a reason a line, minutes or empty for never, a switch is `true` or `false`. */
type Fields = Record<(typeof fields)[number], string>;

function fieldsOf({ answerRules: rules }: Pick<Team, 'answerRules'>): Fields {
  const times = severityGroups.flatMap((group) =>
    steps.map((step) => [`${group}.${step}`, String(rules.ladder[group][step] ?? '')]),
  );
  return {
    ...(Object.fromEntries(times) as Record<Cell, string>),
    refusalReasons: rules.refusalReasons.join('\n'),
    changeMinutes: String(rules.changeMinutes),
    quietFrom: rules.quietFrom,
    quietUntil: rules.quietUntil,
    ranksPhysicians: String(rules.ranksPhysicians),
  };
}
function rulesOf(draft: Fields): AnswerRules & { refusalReasons: string[] } {
  const minutes = (group: SeverityGroup, step: Step): number | null =>
    draft[`${group}.${step}`] === '' ? null : Number(draft[`${group}.${step}`]);
  const reminders = (group: SeverityGroup): Reminders => ({
    remindAfterMinutes: minutes(group, 'remindAfterMinutes'),
    nextAfterMinutes: minutes(group, 'nextAfterMinutes'),
    adminAfterMinutes: minutes(group, 'adminAfterMinutes'),
  });
  return {
    refusalReasons: draft.refusalReasons
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    changeMinutes: Number(draft.changeMinutes),
    ladder: {
      AB: reminders('AB'),
      CD: reminders('CD'),
      EF: reminders('EF'),
      GI: reminders('GI'),
      ungraded: reminders('ungraded'),
    },
    quietFrom: draft.quietFrom,
    quietUntil: draft.quietUntil,
    ranksPhysicians: draft.ranksPhysicians === 'true',
  };
}
const readRules = createVersionReader<Team, Fields>(['answerRules'], fieldsOf);

/** In minutes. */
const TIMES = [15, 30, 60, 120, 240, 480, 720, 1_440, 2_880, 4_320, 10_080];
function timeText(minutes: string): string {
  const count = Number(minutes);
  if (minutes === '') return translate('answerRules.never');
  if (count % 1_440 === 0) return translate('answerRules.days', { count: count / 1_440 });
  return count % 60 === 0
    ? translate('answerRules.hours', { count: count / 60 })
    : translate('answerRules.minutes', { count });
}
const groupLabel = (group: SeverityGroup): string => translate(`answerRules.group.${group}`);
const cellLabel = (group: SeverityGroup, step: Step): string =>
  translate('answerRules.cell', { group: groupLabel(group), step: translate(`answerRules.${step}`) });

const labels = (): Fields => ({
  ...(Object.fromEntries(
    severityGroups.flatMap((group) => steps.map((step) => [`${group}.${step}`, cellLabel(group, step)])),
  ) as Record<Cell, string>),
  refusalReasons: translate('answerRules.refusalReasons'),
  changeMinutes: translate('answerRules.changeMinutes'),
  quietFrom: translate('answerRules.quietFrom'),
  quietUntil: translate('answerRules.quietUntil'),
  ranksPhysicians: translate('answerRules.ranks'),
});
const ranksText = (isOn: boolean): string => translate(isOn ? 'answerRules.ranksOn' : 'answerRules.ranksOff');
function shown(field: keyof Fields, value: string) {
  if (field === 'ranksPhysicians') return { text: ranksText(value === 'true') };
  return { text: field.includes('.') ? timeText(value) : value };
}

const table = {
  width: 'full',
  fontSize: 'sm',
  '& th': { textAlign: 'start', fontWeight: 'medium', paddingInlineEnd: '3', paddingBlock: '1' },
  '& td': { paddingInlineEnd: '3', paddingBlock: '1' },
  // A phone has no room for four columns: each group is a block with its steps by name.
  mdDown: {
    '&, & tbody, & tr, & th, & td': { display: 'block' },
    '& thead': { display: 'none' },
    '& tr': { paddingBlockEnd: '3' },
    '& td': { display: 'grid', gridTemplateColumns: '1fr 1fr', alignItems: 'center', gap: '3', paddingInlineEnd: 0 },
    '& td::before': { content: 'attr(data-label)', color: 'fg.muted' },
  },
};

/** The clock: a row a severity group. */
function Clock({ draft, onChange }: { draft: Fields; onChange?: (change: Partial<Fields>) => void }) {
  const t = useTranslation();
  return (
    <Box overflowX="auto">
      <Box as="table" css={table}>
        <thead>
          <tr>
            <th scope="col">{t('answerRules.severity')}</th>
            {steps.map((step) => (
              <th key={step} scope="col">
                {t(`answerRules.${step}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {severityGroups.map((group) => (
            <tr key={group}>
              <th scope="row">{groupLabel(group)}</th>
              {steps.map((step) => {
                const value = draft[`${group}.${step}`];
                const times = [...new Set([...TIMES, ...(value === '' ? [] : [Number(value)])])].toSorted(
                  (a, b) => a - b,
                );
                return (
                  <td key={step} data-label={t(`answerRules.${step}`)}>
                    {onChange ? (
                      <Select
                        aria-label={cellLabel(group, step)}
                        value={value}
                        none={t('answerRules.never')}
                        options={times.map((time) => [String(time), timeText(String(time))])}
                        onChange={(minutes) => onChange({ [`${group}.${step}`]: minutes })}
                      />
                    ) : (
                      timeText(value)
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

export function AnswerRulesForm({ team }: { team: Team }) {
  const t = useTranslation();
  const form = useFlatForm(fieldsOf(team), team.version);
  useUnsaved(form.isDirty ? t('answerRules.unsaved') : undefined);
  const draft = `answerRules/${team._id}`;
  const sendTo = useSendTo();
  const saving = useFlatSave(form, {
    // The call takes the whole rules.
    groups: [fields],
    draft,
    read: readRules,
    send: (_changed, ifVersion) =>
      sendTo(teamCalls.setAnswerRules, {
        params: { id: team._id },
        team: team._id,
        ifVersion,
        body: rulesOf(form.draft),
      }),
    onSaved: (answer) => {
      queryClient.setQueryData(queryKeys.team(team._id), answer);
      notify.saved(t('answerRules.saved'));
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.isDirty && !saving.isBusy) saving.save();
  };
  const { refused } = saving;
  const refusedAt = (start: string): string | undefined =>
    Object.entries(refused).find(([field]) => field.startsWith(start))?.[1];
  return (
    <form aria-label={t('answerRules.title')} onSubmit={submit}>
      <Stack gap="4">
        <FlatDraft form={form} of={draft} what={t('answerRules.draft')} />
        <FormConflict saving={saving} labels={labels()} shown={shown} />
        <FormField
          label={t('answerRules.refusalReasons')}
          hint={t('answerRules.refusalReasonsHint', { limit: limits.refusalReasons })}
          error={refusedAt('refusalReasons')}
        >
          <Textarea
            dir="auto"
            rows={4}
            maxLength={limits.refusalReasons * (limits.refusalReason + 1)}
            value={form.draft.refusalReasons}
            onChange={({ target }) => form.change({ refusalReasons: target.value })}
          />
        </FormField>
        <FormField
          label={t('answerRules.changeMinutes')}
          hint={t('answerRules.changeMinutesHint')}
          error={refused['changeMinutes']}
        >
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={limits.changeMinutes}
            maxW="24"
            value={form.draft.changeMinutes}
            onChange={({ target }) => form.change({ changeMinutes: target.value })}
          />
        </FormField>
        <FieldGroup legend={t('answerRules.clock')} hint={t('answerRules.clockHint')}>
          <Clock draft={form.draft} onChange={form.change} />
          {refusedAt('ladder') === undefined ? null : (
            <Box role="alert" color="fg.error" fontSize="xs" fontWeight="medium">
              {refusedAt('ladder')}
            </Box>
          )}
        </FieldGroup>
        <FieldGroup legend={t('answerRules.quiet')} hint={t('answerRules.quietHint')}>
          <Box display="grid" gridTemplateColumns="repeat(2, max-content)" gap="4">
            {(['quietFrom', 'quietUntil'] as const).map((name) => (
              <FormField key={name} label={t(`answerRules.${name}`)} error={refused[name]}>
                <Input
                  type="time"
                  dir="ltr"
                  maxW="36"
                  value={form.draft[name]}
                  onChange={({ target }) => form.change({ [name]: target.value })}
                />
              </FormField>
            ))}
          </Box>
        </FieldGroup>
        <FieldGroup legend={t('answerRules.ranks')}>
          <Switch
            label={t('answerRules.ranksLabel')}
            checked={form.draft.ranksPhysicians === 'true'}
            onChange={(isOn) => form.change({ ranksPhysicians: String(isOn) })}
          />
        </FieldGroup>
        <Button type="submit" alignSelf="flex-start" loading={saving.isBusy} disabled={!form.isDirty}>
          {t('answerRules.save')}
        </Button>
      </Stack>
    </form>
  );
}

/** As the members read it. */
export function AnswerRulesFacts({ team }: { team: Team }) {
  const t = useTranslation();
  const draft = fieldsOf(team);
  const { refusalReasons, changeMinutes, quietFrom, quietUntil, ranksPhysicians } = team.answerRules;
  return (
    <Stack gap="3">
      <Clock draft={draft} />
      <div>
        {quietFrom === ''
          ? t('answerRules.noQuiet')
          : t('answerRules.quietFromUntil', { from: quietFrom, until: quietUntil })}
      </div>
      <div>{t('answerRules.changeableFor', { count: changeMinutes })}</div>
      <div>
        {t('answerRules.refusalReasons')}: <bdi>{refusalReasons.join(', ') || '–'}</bdi>
      </div>
      <div>{ranksText(ranksPhysicians)}</div>
    </Stack>
  );
}
