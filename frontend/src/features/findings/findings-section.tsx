/** The open findings of a chart, above its reviews and as a number in the banner. They propose: a person decides. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useQuery } from '@tanstack/react-query';
import type { DrugErr } from 'language/contract/entities';
import type { DecidedFinding } from 'language/contract/findings';
import type { ShownFinding } from 'language/contract/live';
import { fillTemplate } from 'language/domain/checks/fill-template';
import type { Finding, NotChecked } from 'language/domain/checks/finding';
import { CalendarClock, Check, Lightbulb, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { SeverityMark, severityStyle } from '../../clinical/marks.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { touch } from '../../components/theme/system.ts';
import { latinKey } from '../../platform/keyboard/shortcuts.ts';
import { translate } from '../../platform/language/language.ts';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { escaped } from '../../platform/text/escaped.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { errorTypesQuery } from '../../sync/reads/catalogue.ts';
import { DecideForm } from './decide-form.tsx';
import { RoomForCounter } from './room-for-proposals.tsx';
import { useFindings, type ChartOfFindings, type Findings } from './use-findings.ts';

export type ProposedEntry = Pick<
  DrugErr,
  'errDrug' | 'errDrugLabel' | 'drugTags' | 'errType' | 'errTypeLabel' | 'errSeverity' | 'errNote'
>;
export type TakeOver = (entry: ProposedEntry, finding: DecidedFinding) => void;

const drugsOf = ({ orders }: Finding): string => [...new Set(orders.map(({ label }) => label))].join(' + ');
const textOf = ({ facts }: Findings, finding: Finding) => fillTemplate(finding.statement.text, facts, finding);
const shownOf = ({ key, statement: { _id, statementVersion } }: Finding): ShownFinding => ({
  key,
  statementId: _id,
  statementVersion,
});
export const decidedOf = (finding: Finding): DecidedFinding => ({
  ...shownOf(finding),
  fingerprint: finding.fingerprint,
});

const style = {
  marginBlockEnd: '3',
  '& .head': { display: 'flex', alignItems: 'center', gap: '3', minHeight: '32px', [touch]: { minHeight: '44px' } },
  '& h3': { flex: 'none', fontSize: 'sm', fontWeight: 'semibold', color: 'fg.muted' },
  '& .new': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    width: '100%',
    minHeight: '8',
    paddingInline: '2',
    borderRadius: 'l2',
    bg: 'amber.subtle',
    color: 'amber.fg',
    fontSize: 'sm',
    textAlign: 'start',
    cursor: 'pointer',
    [touch]: { minHeight: '11' },
  },
  '& .new .text': { flex: '1', minWidth: '0', truncate: true },
  '& .new .show': { textDecoration: 'underline', flex: 'none' },
  '& .lines': { listStyle: 'none', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l2', overflow: 'clip' },
  '& .line': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    columnGap: '3',
    rowGap: '1',
    paddingInline: '3',
    paddingBlock: '1.5',
    '&:not(:last-child)': { borderBlockEndWidth: '1px', borderColor: 'border.muted' },
    _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  },
  '& .line[data-settled]': { color: 'fg.muted' },
  '& .what': { flex: '1 1 16rem', minWidth: '0', overflowWrap: 'anywhere', fontSize: 'sm', paddingBlockStart: '1' },
  '& .buttons': { display: 'flex', flexWrap: 'wrap', gap: '1', marginInlineStart: 'auto' },
  '& .below': { flexBasis: '100%', fontSize: 'sm' },
  '& details': { fontSize: 'xs', color: 'fg.muted', lineHeight: '1.5' },
  '& summary': { cursor: 'pointer', width: 'fit-content', [touch]: { paddingBlock: '3' } },
  '& details ul': { listStyle: 'none', paddingInlineStart: '4' },
  ...severityStyle,
};

interface Props {
  admission: ChartOfFindings;
  canEdit: boolean;
  /** Undefined: the person has no review of today. */
  onTakeOver: TakeOver | undefined;
  /** Begins a review of today. */
  onBegin: () => void;
  onShown: (findings: readonly ShownFinding[]) => void;
  /** The reviews below were drawn before this section: it has the room of its head. */
  isLate: boolean;
}

/**
 * The findings that are open when the section is drawn have a line each. A later one is announced in the head, where it
 * has room, as are all in a section that comes late, and a line that is settled elsewhere stays: what other people do moves nothing
 * (docs/decisions/browser/steady-screens.md).
 */
export function FindingsSection({ admission, isLate, ...props }: Props) {
  const t = useTranslation();
  const findings = useFindings(admission);
  const [held, setHeld] = useState<readonly Finding[]>((!isLate && findings?.open) || []);
  const [isOpened, setIsOpened] = useState(!isLate);
  const section = useRef<HTMLElement>(null);
  useShown(section, held, props.onShown);
  const open = new Map(findings?.open.map((finding) => [finding.key, finding]));
  const fresh = [...open.values()].filter(({ key }) => !held.some((line) => line.key === key));
  /** The focus goes to the line below, or else above. */
  const leave = (key: string): void => {
    const lines = [...(section.current?.querySelectorAll<HTMLElement>('[data-finding]') ?? [])];
    const at = lines.findIndex((line) => line.dataset['finding'] === key);
    (lines[at + 1] ?? lines[at - 1] ?? section.current)?.focus();
    setHeld((lines_) => lines_.filter((line) => line.key !== key));
  };
  const showNew = (): void => {
    setHeld([...open.values()]);
    setIsOpened(true);
    section.current?.focus();
  };
  return (
    <Box
      as="section"
      ref={section}
      css={style}
      tabIndex={-1}
      data-item="findings"
      data-print="hide"
      aria-labelledby="findings"
    >
      <div className="head">
        <h3 id="findings">{open.size === 0 ? t('findings.none') : t('findings.title', { count: open.size })}</h3>
        <Box role="status" flex="1" minWidth="0">
          {findings && fresh[0] ? (
            <button type="button" className="new" onClick={showNew}>
              <strong>{t('findings.new', { count: fresh.length })}</strong>
              <SeverityMark severity={fresh[0].severity} />
              <span className="text" dir="auto">
                <ClinicalText>{textOf(findings, fresh[0]).text}</ClinicalText>
              </span>
              <span className="show">{t('findings.show')}</span>
            </button>
          ) : null}
        </Box>
      </div>
      {findings && held.length > 0 ? (
        <ul className="lines" aria-labelledby="findings">
          {held.map((line) => (
            <Line
              key={line.key}
              finding={open.get(line.key) ?? line}
              isSettled={!open.has(line.key)}
              of={findings}
              admission={admission._id}
              onLeave={() => leave(line.key)}
              {...props}
            />
          ))}
        </ul>
      ) : null}
      {isOpened && findings && findings.notChecked.length > 0 ? <NotCheckedRows rows={findings.notChecked} /> : null}
    </Box>
  );
}

/** Reports the finding of each line that comes into view, once. */
function useShown(section: RefObject<HTMLElement | null>, held: readonly Finding[], onShown: Props['onShown']): void {
  const told = useRef(new Set<string>());
  useEffect(() => {
    const observer = new IntersectionObserver((seen) => {
      const keys = seen.map(({ isIntersecting, target }) => isIntersecting && target.getAttribute('data-finding'));
      const shown = held.filter(({ key }) => keys.includes(key) && !told.current.has(key));
      for (const { key } of shown) told.current.add(key);
      if (shown.length > 0) onShown(shown.map(shownOf));
    });
    for (const line of section.current?.querySelectorAll('.line') ?? []) observer.observe(line);
    return () => observer.disconnect();
  }, [section, held, onShown]);
}

interface LineProps extends Omit<Props, 'admission' | 'onShown' | 'isLate'> {
  finding: Finding;
  /** It is not open any more: the chart has changed, or another person has decided. */
  isSettled: boolean;
  of: Findings;
  admission: string;
  onLeave: () => void;
}

function Line({ finding, isSettled, of, admission, canEdit, onTakeOver, onBegin, onLeave }: LineProps) {
  const t = useTranslation();
  const types = useQuery(errorTypesQuery()).data;
  const row = useRef<HTMLLIElement>(null);
  const [doing, setDoing] = useState<'defer' | 'dismiss' | 'begin'>();
  const { source, sourceDate, approvedBy, errType } = finding.statement;
  const [drugs, { text }] = [drugsOf(finding), textOf(of, finding)];
  // An open form stays: a person is typing in it.
  const canDecide = canEdit && (!isSettled || doing !== undefined);
  const isDeciding = doing === 'defer' || doing === 'dismiss';

  const takeOver = (): void => {
    const [order] = finding.orders;
    const medication = of.medications.find(({ _id }) => _id === order?.orderId);
    if (!onTakeOver || !order || !medication) return setDoing('begin');
    onLeave();
    onTakeOver(
      {
        errDrug: medication.drug,
        errDrugLabel: medication.drugLabel,
        drugTags: of.labels.find(({ drug }) => drug === order.root)?.drugTags ?? [],
        errType,
        errTypeLabel: types?.find(({ _id }) => _id === errType)?.label ?? '',
        errSeverity: finding.severity,
        errNote: text
          .split('\n')
          .map((line) => `<p>${escaped(line)}</p>`)
          .join(''),
      },
      decidedOf(finding),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const key = latinKey(event);
    const next = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
    const action = { Enter: takeOver, t: takeOver, l: () => setDoing('defer'), d: () => setDoing('dismiss') };
    if (key in next) (event.currentTarget[next[key as keyof typeof next]] as HTMLElement | null)?.focus();
    else if (canDecide && key in action) action[key as keyof typeof action]();
    else return;
    event.preventDefault();
  };
  const close = (): void => {
    setDoing(undefined);
    row.current?.focus();
  };
  return (
    // The keys belong to the line that has the focus. Its buttons do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={row}
      className="line"
      data-finding={finding.key}
      data-settled={isSettled || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-keyshortcuts={canDecide ? 'Enter T L D' : undefined}
      onKeyDown={onKeyDown}
    >
      <SeverityMark severity={finding.severity} />
      <div className="what">
        {text.includes(drugs) ? null : (
          <strong>
            <ClinicalName>{drugs}</ClinicalName>{' '}
          </strong>
        )}
        <bdi>
          <ClinicalText>{text}</ClinicalText>
        </bdi>
        <details>
          <summary>{isSettled ? t('findings.settled') : t('findings.source')}</summary>
          <bdi>
            <ClinicalText>{`${source}, ${formatDate(sourceDate)}`}</ClinicalText>
          </bdi>
          {` · ${t('findings.approvedBy')} `}
          <bdi>{approvedBy}</bdi>
        </details>
      </div>
      {canDecide && !isDeciding ? (
        <span className="buttons">
          {(
            [
              ['take', Check, 'T', takeOver],
              ['defer', CalendarClock, 'L', () => setDoing('defer')],
              ['dismiss', X, 'D', () => setDoing('dismiss')],
            ] as const
          ).map(([what, Icon, key, act]) => (
            <Button key={what} size="xs" variant={what === 'take' ? 'outline' : 'ghost'} onClick={act}>
              <Icon size={13} aria-hidden />
              {t(`findings.${what}`)}
              <VisuallyHidden>: {drugs}</VisuallyHidden>
              <kbd className="key-hint" aria-hidden>
                {key}
              </kbd>
            </Button>
          ))}
        </span>
      ) : null}
      {canDecide && doing === 'begin' ? (
        <Box className="below" role="status">
          {t('findings.noReview')}{' '}
          <Button size="xs" autoFocus onClick={onBegin}>
            {t('findings.begin')}
          </Button>
        </Box>
      ) : null}
      {canDecide && isDeciding ? (
        <DecideForm
          kind={doing}
          admission={admission}
          finding={decidedOf(finding)}
          drugs={drugs}
          onDone={onLeave}
          onCancel={close}
        />
      ) : null}
    </li>
  );
}

const reasonOf = ({ check, unknown, order, allergy }: NotChecked): string =>
  [
    order?.label ?? allergy?.label ?? '',
    check === 'all' ? '' : translate(`findings.kind.${check}`),
    translate(`findings.unknown.${unknown}`),
  ]
    .filter((part) => part !== '')
    .join(' · ');

function NotCheckedRows({ rows }: { rows: readonly NotChecked[] }) {
  const t = useTranslation();
  const reasons = [...new Set(rows.map(reasonOf))];
  return (
    <details>
      <summary>{t('findings.notChecked', { count: reasons.length })}</summary>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>
            <ClinicalText>{reason}</ClinicalText>
          </li>
        ))}
      </ul>
    </details>
  );
}

const counterStyle = {
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '1',
  minWidth: '11',
  height: '6',
  borderRadius: 'l1',
  bg: 'amber.subtle',
  color: 'amber.fg',
  fontSize: 'sm',
  fontWeight: 'semibold',
  cursor: 'pointer',
  [touch]: { height: '11' },
};

/** In the banner. Without an open finding its room stays: the values beside it do not wrap when one comes. */
export function FindingsCounter({ admission, onOpen }: { admission: ChartOfFindings; onOpen: () => void }) {
  const t = useTranslation();
  const count = useFindings(admission)?.open.length ?? 0;
  if (count === 0) return <RoomForCounter />;
  const words = t('findings.counter', { count });
  return (
    <Box asChild css={counterStyle}>
      <button type="button" title={words} onClick={onOpen}>
        <Lightbulb size={14} aria-hidden />
        <VisuallyHidden>{words}</VisuallyHidden>
        <span aria-hidden>{formatNumber(count)}</span>
      </button>
    </Box>
  );
}
