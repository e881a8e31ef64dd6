/**
 * The search of every screen (docs/product.md, "Search everywhere"): patients of the person's teams, drugs, screens. Arrows choose,
 * Enter opens, Ctrl+Enter opens a new tab, and so do Ctrl and the middle button. The bar stands outside the frame, which has the
 * query client for the screens.
 */
import { Box } from '@chakra-ui/react/box';
import { Dialog } from '@chakra-ui/react/dialog';
import { Input } from '@chakra-ui/react/input';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { keepPreviousData, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import * as patientCalls from 'language/contract/calls/patients';
import type { TeamsPatient } from 'language/contract/today';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { placeText } from '../../clinical/care-details.ts';
import { DialogShell } from '../../components/dialogs/dialog-shell.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { useChartTab } from '../../platform/storage/chart-tabs.ts';
import { useLastTeam } from '../../platform/storage/last-team.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { search, searchableChoices } from '../../platform/text/search.ts';
import { formatAge } from '../../platform/time/dates.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';
import { drugsQuery, tradeLabelChoices } from '../../sync/reads/catalogue.ts';
import { teamsQuery } from '../../sync/reads/shared-reads.ts';
import { findScreens } from './screens.ts';

const DEBOUNCE_MS = 150;
/** As the server has it. */
const SHORTEST = 2;
const LONGEST = 80;
const DRUGS_SHOWN = 6;
const SCREENS_SHOWN = 5;

const patientsQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeys.searchOwnTeams(q),
    queryFn: ({ signal }) => api(patientCalls.searchOwnTeams, { query: { q }, signal }),
    enabled: q.length >= SHORTEST,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

const list = {
  overflowY: 'auto',
  paddingBlockEnd: '2',
  '& h3': {
    fontSize: 'xs',
    fontWeight: 'semibold',
    color: 'fg.muted',
    paddingInline: '4',
    paddingBlockStart: '3',
    paddingBlockEnd: '1',
  },
  '& [role=option]': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: '3',
    minHeight: '44px',
    paddingInline: '4',
    paddingBlock: '2.5',
    borderInlineStart: '3px solid transparent',
    scrollMarginBlock: '2',
  },
  '& [aria-selected=true]': { bg: 'brand.subtle', borderInlineStartColor: 'brand.solid' },
  '& strong': { fontWeight: 'semibold', overflowWrap: 'anywhere' },
  '& small': { color: 'fg.muted', fontSize: 'xs', fontVariantNumeric: 'tabular-nums' },
  '& .end': { marginInlineStart: 'auto' },
  '& [data-old]': { opacity: 0.6 },
  '& p': { color: 'fg.muted', paddingInline: '4', paddingBlock: '3' },
};

interface Option {
  /** Unique, and the address. */
  to: string;
  isChart: boolean;
  face: ReactNode;
}
interface Group {
  name: 'patients' | 'drugs' | 'screens';
  options: readonly Option[];
  /** The answer to the text before, while the next one is on its way. */
  isOld?: boolean;
}

export default function SearchDialog({ onClose }: { onClose: () => void }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Search onClose={onClose} />
    </QueryClientProvider>
  );
}

function Search({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const navigate = useNavigate();
  const chartTab = useChartTab();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  /** A search opens a page, whose heading takes the focus. */
  const [isLeaving, setIsLeaving] = useState(false);
  const results = useResults(typed.trim());
  const { error, isSettled, retry } = results;
  const groups = results.groups.map((group, nth, all) => ({
    ...group,
    start: all.slice(0, nth).reduce((sum, { options: before }) => sum + before.length, 0),
  }));
  const options = groups.flatMap((group) => group.options);
  const at = Math.min(chosen, options.length - 1);

  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);

  const leave = (): void => {
    setIsLeaving(true);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && options.length > 0) {
      event.preventDefault();
      setChosen((at + step + options.length) % options.length);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // An answer that the person has not seen opens no chart.
    const option = isSettled ? options[at] : undefined;
    if (option === undefined) return;
    if (event.ctrlKey || event.metaKey || (option.isChart && chartTab.target !== undefined))
      window.open(option.to, '_blank', 'noopener');
    else void navigate(option.to);
    leave();
  };

  return (
    <DialogShell
      open
      onClose={onClose}
      size={{ mdDown: 'full', md: 'lg' }}
      placement="top"
      scrollBehavior="inside"
      initialFocusEl={() => field.current}
      restoreFocus={!isLeaving}
      box={{ 'aria-label': t('searchEverywhere.title'), marginBlock: { base: '0', md: '16' } }}
    >
      <Dialog.Title srOnly>{t('searchEverywhere.title')}</Dialog.Title>
      <Box display="flex" alignItems="center" gap="2" padding="3" borderBlockEndWidth="1px">
        <Input
          ref={field}
          autoFocus
          role="combobox"
          aria-label={t('searchEverywhere.title')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? `${id}-${at}` : undefined}
          dir="auto"
          size="lg"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={LONGEST}
          placeholder={t('searchEverywhere.placeholder')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Dialog.CloseTrigger asChild position="static">
          <Box
            as="button"
            hideFrom="md"
            minHeight="44px"
            paddingInline="2"
            fontSize="sm"
            color="brand.fg"
            fontWeight="semibold"
          >
            {t('searchEverywhere.close')}
          </Box>
        </Dialog.CloseTrigger>
      </Box>
      <ErrorAlert error={error} onRetry={retry} />
      <Box id={`${id}-list`} role="listbox" aria-label={t('searchEverywhere.results')} css={list}>
        {groups.map(({ name, options: shown, isOld, start }) => (
          <Box key={name} role="group" aria-labelledby={`${id}-${name}`} data-old={isOld || undefined}>
            <h3 id={`${id}-${name}`}>{t(`searchEverywhere.groups.${name}`)}</h3>
            {shown.map(({ to, isChart, face }, nth) => {
              const place = start + nth;
              return (
                <Link
                  key={to}
                  id={`${id}-${place}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === at}
                  to={to}
                  {...(isChart ? chartTab : {})}
                  onMouseMove={() => setChosen(place)}
                  onClick={(event) => {
                    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) leave();
                  }}
                >
                  {face}
                </Link>
              );
            })}
          </Box>
        ))}
      </Box>
      <Box role="status" color="fg.muted" paddingInline="4" paddingBlockEnd="3" fontSize="sm">
        {typed.trim().length < SHORTEST ? (
          t('searchEverywhere.hint')
        ) : isSettled && options.length === 0 ? (
          t('searchEverywhere.none')
        ) : (
          <VisuallyHidden>{isSettled ? t('searchEverywhere.found', { count: options.length }) : ''}</VisuallyHidden>
        )}
      </Box>
    </DialogShell>
  );
}

function useResults(typed: string) {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isLongEnough = typed.length >= SHORTEST;
  const patients = useQuery(patientsQuery(asked));
  const drugs = useQuery(drugsQuery()).data;
  const teams = useQuery(teamsQuery()).data ?? [];
  const last = useLastTeam();
  const ordered = [...teams].sort((a, b) => Number(b._id === last) - Number(a._id === last));
  const isSettled = !isLongEnough || (asked === typed && !patients.isPlaceholderData && !patients.isPending);

  const groups: Group[] = [
    {
      name: 'patients',
      isOld: !isSettled,
      options: (isLongEnough ? (patients.data?.patients ?? []) : []).map((patient) => ({
        to: patient.admission === null ? paths.patient.href(patient._id) : paths.admission.href(patient.admission),
        isChart: true,
        face: <PatientFace patient={patient} hasTeams={teams.length > 1} />,
      })),
    },
    {
      name: 'drugs',
      options: (isLongEnough && drugs
        ? search(searchableChoices(tradeLabelChoices(drugs)), typed, DRUGS_SHOWN).found
        : []
      ).map(({ id, label, detail = '' }) => ({
        to: paths.drug.href(id),
        isChart: false,
        face: (
          <>
            <strong>
              <ClinicalName>{label}</ClinicalName>
            </strong>
            {detail === label ? null : (
              <small>
                <ClinicalName>{detail}</ClinicalName>
              </small>
            )}
          </>
        ),
      })),
    },
    {
      name: 'screens',
      options: findScreens(ordered, isLongEnough ? typed : '', SCREENS_SHOWN).map(({ to, label, teamName }) => ({
        to,
        isChart: false,
        face: (
          <>
            <span>{label}</span>
            {teamName === undefined ? null : (
              <small>
                <bdi>{teamName}</bdi>
              </small>
            )}
          </>
        ),
      })),
    },
  ];
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    isSettled,
    error: patients.error,
    retry: () => void patients.refetch(),
  };
}

function PatientFace({ patient, hasTeams }: { patient: TeamsPatient; hasTeams: boolean }) {
  const t = useTranslation();
  const place = placeText(patient);
  const facts = [formatAge(patient.birthdate), patient.medicalRecordNumber].filter((fact) => fact !== '').join(' · ');
  return (
    <>
      <strong>
        <ClinicalName>{patientFullName(patient)}</ClinicalName>
      </strong>
      {place === '' ? null : (
        <span>
          <ClinicalText>{place}</ClinicalText>
        </span>
      )}
      <small>
        <ClinicalText>{facts}</ClinicalText>
      </small>
      <small className="end">
        {hasTeams ? (
          <bdi>{patient.teamName}</bdi>
        ) : patient.admission === null ? (
          t('searchEverywhere.notInHospital')
        ) : null}
      </small>
    </>
  );
}
