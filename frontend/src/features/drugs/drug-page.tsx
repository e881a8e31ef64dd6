/** A drug of the catalogue, to read: on a page of its own, and beside a chart. */
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { IconButton } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { Drug } from 'language/contract/entities';
import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PcneCodes } from '../../clinical/pcne-choice.tsx';
import { errorTypeLabel } from '../../clinical/code-labels.ts';
import { categoryText } from '../../clinical/compatibility-category.ts';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useRestoreFocus } from '../../platform/keyboard/use-restore-focus.ts';
import { paths } from '../../platform/paths.ts';
import { drugOfLabelQuery, drugsQuery, errorTypesQuery, rootChoices, tagsQuery } from '../../sync/reads/catalogue.ts';

const style = {
  display: 'grid',
  gap: '5',
  '& h2, & h3': { fontSize: 'sm', fontWeight: 'semibold', marginBlockEnd: '1' },
  '& ul': { listStyle: 'none', display: 'grid', gap: '1.5' },
  '& ul[data-inline]': { display: 'flex', flexWrap: 'wrap', columnGap: '2' },
  '& ul[data-inline] li': { bg: 'bg.muted', borderRadius: 'l1', paddingInline: '2' },
  '& li[aria-current]': { fontWeight: 'semibold' },
  '& .template': { borderWidth: '1px', borderRadius: 'l2', paddingInline: '3', paddingBlock: '2' },
  '& .tips': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'plaintext', textAlign: 'start' },
  '& .muted': { color: 'fg.muted' },
  '& a': { color: 'brand.fg', textDecoration: 'underline', display: 'inline-block', minHeight: '6' },
};

interface Props {
  drug: Drug;
  /** The trade label by which it was opened. */
  tradeLabel: string;
  /** The teams of the person, for the lists of who is on the drug. */
  teams: readonly { _id: string; name: string }[];
  heading: 'h2' | 'h3';
  /** Beside a chart its links open in another tab: they leave the chart as it is. */
  isBeside?: boolean;
}

export function DrugPage({ drug, tradeLabel, teams, heading: Heading, isBeside = false }: Props) {
  const t = useTranslation();
  const roots = useQuery(drugsQuery()).data;
  const types = useQuery(errorTypesQuery()).data ?? [];
  const tags = useQuery(tagsQuery()).data ?? [];
  const names = new Map((roots ? rootChoices(roots) : []).map(({ id, label }) => [id, label]));
  const target = isBeside ? { target: '_blank', rel: 'noreferrer' } : {};
  const part = (title: string, none: string, isEmpty: boolean, content: ReactNode) => (
    <section>
      <Heading>{title}</Heading>
      {isEmpty ? <div className="muted">{none}</div> : content}
    </section>
  );
  return (
    <Box css={style}>
      {part(
        t('drug.tips'),
        t('drug.page.noTips'),
        drug.tips === '',
        <div className="tips">
          <ClinicalText>{drug.tips}</ClinicalText>
        </div>,
      )}
      {part(
        t('drug.page.names'),
        '–',
        drug.tradeLabels.length === 0,
        <ul data-inline="">
          {drug.tradeLabels.map(({ _id, label }) => (
            <li key={_id} aria-current={_id === tradeLabel || undefined}>
              <ClinicalName>{label}</ClinicalName>
            </li>
          ))}
        </ul>,
      )}
      {part(
        t('drug.tags'),
        t('drug.noTags'),
        drug.tags.length === 0,
        <ul data-inline="">
          {drug.tags.map((id) => (
            <li key={id}>
              <bdi>{tags.find(({ _id }) => _id === id)?.label ?? '…'}</bdi>
            </li>
          ))}
        </ul>,
      )}
      {part(
        t('drug.compatibility'),
        t('drug.noCompatibility'),
        drug.compatibility.length === 0,
        <ul>
          {drug.compatibility.map((row) => (
            <li key={row.drug}>
              <strong>
                <ClinicalName>{names.get(row.drug) ?? '…'}</ClinicalName>
              </strong>{' '}
              <bdi>{categoryText(row.category)}</bdi>
              {row.note === '' ? null : (
                <div className="muted">
                  <ClinicalText>{row.note}</ClinicalText>
                </div>
              )}
            </li>
          ))}
        </ul>,
      )}
      {part(
        t('drug.templates'),
        t('drug.noTemplates'),
        drug.errTemps.length === 0,
        <ul>
          {drug.errTemps.map(({ idx, errType, isAdult, label, pcne }) => (
            <li key={idx} className="template">
              <strong>{errorTypeLabel(errType, types.find(({ _id }) => _id === errType)?.label ?? '')}</strong>{' '}
              <Badge size="sm" colorPalette={isAdult ? 'gray' : 'amber'}>
                {isAdult ? t('drug.adult') : t('drug.child')}
              </Badge>
              <RichTextView html={label} />
              <PcneCodes codes={pcne} />
            </li>
          ))}
        </ul>,
      )}
      {teams.length === 0
        ? null
        : part(
            t('drugUse.title'),
            '',
            false,
            <ul>
              {teams.map(({ _id, name }) => (
                <li key={_id}>
                  <Link
                    to={`${paths.drugUse.href(_id)}?${new URLSearchParams({ substance: drug._id }).toString()}`}
                    {...target}
                  >
                    <bdi>{t('drug.page.useIn', { team: name })}</bdi>
                  </Link>
                </li>
              ))}
            </ul>,
          )}
      {isBeside ? (
        <Link to={paths.drugs.href(tradeLabel)} {...target}>
          {t('drug.page.edit')}
        </Link>
      ) : null}
    </Box>
  );
}

/** Beside the chart on a wide screen, else at its bottom. The chart and its forms stay as they are. */
const panelStyle = {
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l2',
  paddingInline: '4',
  paddingBlockEnd: '4',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  position: { base: 'fixed', xl: 'sticky' },
  zIndex: { base: 'overlay', xl: 'auto' },
  insetInline: { base: '0', xl: 'auto' },
  insetBlockEnd: { base: '0', xl: 'auto' },
  insetBlockStart: { xl: '6.5rem' },
  maxHeight: { base: '65dvh', xl: 'calc(100dvh - 8rem)' },
  boxShadow: { base: 'lg', xl: 'none' },
  borderBottomRadius: { base: '0', xl: 'l2' },
};

interface PanelProps {
  /** The id of a trade label. */
  drug: string;
  team: { _id: string; name: string };
  onClose: () => void;
}

export function DrugPanel({ drug, team, onClose }: PanelProps) {
  const t = useTranslation();
  const box = useRef<HTMLElement>(null);
  const query = useQuery(drugOfLabelQuery(drug));
  const from = useRef<Element>(null);
  useEffect(() => {
    const focused = document.activeElement;
    if (!box.current?.contains(focused)) from.current = focused;
    box.current?.focus({ preventScroll: true });
  }, [drug]);
  useRestoreFocus(() => (from.current instanceof HTMLElement ? from.current : null));
  return (
    <Box
      as="aside"
      ref={box}
      tabIndex={-1}
      aria-label={t('drug.page.title')}
      data-drug={drug}
      data-print="hide"
      css={panelStyle}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Box
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap="2"
        position="sticky"
        insetBlockStart="0"
        bg="bg.panel"
        paddingBlock="2"
        zIndex="1"
      >
        <Box as="h2" fontSize="md" fontWeight="semibold" minWidth="0">
          <ClinicalName>{query.data?.label ?? t('drug.page.title')}</ClinicalName>
        </Box>
        <IconButton size="sm" variant="ghost" aria-label={t('drug.page.close')} onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </Box>
      <QueryBoundary query={query} skeleton={<SkeletonRows rows={4} />}>
        {(found) => <DrugPage drug={found} tradeLabel={drug} teams={[team]} heading="h3" isBeside />}
      </QueryBoundary>
    </Box>
  );
}
