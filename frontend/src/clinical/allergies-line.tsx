/** The allergies of a patient in one line: a sign and words, never a colour alone (docs/product.md, "Allergies"). */
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import type { AllergyBrief, AllergyList } from 'language/contract/entities';
import { agentName } from 'language/domain/patient/allergy-agent';
import { allergySeverities } from 'language/domain/values/codes';
import { CircleHelp, OctagonAlert, ShieldCheck } from 'lucide-react';
import { Fact } from '../components/print-sheet.tsx';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { touch } from '../components/theme/system.ts';
import { formatList } from '../platform/language/format.ts';
import { formatNumber } from '../platform/language/numbers.ts';
import { translate } from '../platform/language/language.ts';
import { useTranslation } from '../platform/language/use-translation.ts';

type Listed = AllergyBrief['list'][number];
const degree = ({ severity }: Listed): number => (severity === '' ? -1 : allergySeverities.indexOf(severity));
const words = ({ name, reaction }: Listed): string =>
  reaction === '' ? name : translate('allergies.withReaction', { name, reaction });

/** The most severe first: they stay in sight in a narrow place. */
export function allergiesText({ state, list }: AllergyBrief): string {
  if (state === 'listed') return formatList(list.toSorted((a, b) => degree(b) - degree(a)).map(words));
  return translate(state === 'none-known' ? 'allergies.noneKnown' : 'allergies.notAsked');
}

export const briefOf = ({ state, list }: AllergyList): AllergyBrief => ({
  state,
  list: list.map((allergy) => ({ name: agentName(allergy), reaction: allergy.reaction, severity: allergy.severity })),
});

const signs = { listed: OctagonAlert, 'none-known': ShieldCheck, 'not-asked': CircleHelp };
const colours = {
  listed: { color: 'red.fg', bg: 'red.subtle', fontWeight: 'semibold' },
  'none-known': { color: 'fg.muted' },
  'not-asked': { color: 'amber.fg', bg: 'amber.subtle' },
} as const;

function Sign({ state }: Pick<AllergyBrief, 'state'>) {
  const Icon = signs[state];
  return <Icon size={14} aria-hidden style={{ flex: 'none' }} />;
}

const line = {
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  minWidth: '0',
  minHeight: '6',
  paddingInline: '1.5',
  borderRadius: 'l1',
  fontSize: 'sm',
  textAlign: 'start',
  '& .words': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .open': { marginInlineStart: 'auto', flex: 'none', textDecoration: 'underline' },
  '&[type=button]': { cursor: 'pointer', [touch]: { minHeight: '11' } },
};

interface LineProps {
  allergies: AllergyList;
  /** Opens the list. Absent: it is read here only. */
  onOpen?: (() => void) | undefined;
  /** The person may change the list. */
  canChange?: boolean;
}

/** In the banner: one line, also on a phone. The list has the whole text. */
export function AllergiesLine({ allergies, onOpen, canChange = false }: LineProps) {
  const t = useTranslation();
  const { state, list } = allergies;
  const text = allergiesText(briefOf(allergies));
  const content = (
    <>
      <Sign state={state} />
      <span className="words">
        <ClinicalText>{state === 'listed' ? t('allergies.listed', { list: text }) : text}</ClinicalText>
      </span>
      {list.length > 1 && (
        <Badge size="sm" colorPalette="red" flex="none">
          {formatNumber(list.length)}
        </Badge>
      )}
    </>
  );
  return onOpen ? (
    <Box asChild css={line} {...colours[state]}>
      <button type="button" data-allergies={state} aria-haspopup="dialog" title={text} onClick={onOpen}>
        {content}
        <span className="open">{state === 'not-asked' && canChange ? t('allergies.ask') : t('allergies.open')}</span>
      </button>
    </Box>
  ) : (
    <Box css={line} {...colours[state]} data-allergies={state} title={text}>
      {content}
    </Box>
  );
}

const note = { display: 'inline-flex', alignItems: 'baseline', gap: '1', maxWidth: 'full', borderRadius: 'l1' };

/** In a row of a list. */
export function AllergiesNote({ brief }: { brief: AllergyBrief }) {
  const t = useTranslation();
  const text = allergiesText(brief);
  return (
    <Box as="span" css={note} color={colours[brief.state].color} data-allergies={brief.state}>
      <Sign state={brief.state} />
      <ClinicalText>{brief.state === 'listed' ? t('allergies.listed', { list: text }) : text}</ClinicalText>
    </Box>
  );
}

/** On paper: the words stand without a colour. */
export function PrintedAllergies({ brief }: { brief: AllergyBrief }) {
  const t = useTranslation();
  return (
    <Fact label={t('allergies.title')}>
      <ClinicalText>
        {brief.state === 'listed' ? allergiesText(brief) : t(`allergies.printed.${brief.state}`)}
      </ClinicalText>
    </Fact>
  );
}
