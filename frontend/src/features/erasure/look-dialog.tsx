/** The things that an erasure ends, and those that stay, for the second person, who decides. */
import * as patientCalls from 'language/contract/calls/patients';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import type { Erasure } from 'language/contract/erasures';
import { useEffect } from 'react';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { ErrorAlert, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { formatList } from '../../platform/language/format.ts';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { lastError, useCommand } from '../../sync/commands.ts';
import { erasureQuery } from './api.ts';
import { countLines } from './words.ts';

export interface Looked {
  /** The patient's id. */
  readonly patient: string;
  /** As far as the viewer may know: the names, or the initials. */
  readonly name: string;
  /** Empty if there is none. */
  readonly recordNumber: string;
}

interface Props {
  /** Undefined: the dialog is closed. */
  looked: Looked | undefined;
  onClose: () => void;
  onErased: () => void;
}

export function LookDialog({ looked, onClose, onErased }: Props) {
  const t = useTranslation();
  return (
    <Sheet open={looked !== undefined} onClose={onClose}>
      <Dialog.Header>
        <Dialog.Title>{t('erasure.lookTitle')}</Dialog.Title>
      </Dialog.Header>
      {looked !== undefined && <Look {...looked} onClose={onClose} onErased={onErased} />}
    </Sheet>
  );
}

function Look({ patient, name, recordNumber, onClose, onErased }: Omit<Props, 'looked'> & Looked) {
  const t = useTranslation();
  const query = useQuery(erasureQuery(patient));
  const lookAgain = (): void => void queryClient.invalidateQueries({ queryKey: queryKeys.erasure(patient) });
  // The version that was read before the dialog opened may be old: only the newest one can be agreed to.
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.erasure(patient) });
  }, [patient]);
  const readLists = (): void => {
    void queryClient.invalidateQueries({ queryKey: ['patients'] });
    void queryClient.invalidateQueries({ queryKey: queryKeys.allErasures });
  };
  // The request may have ended, been answered or withdrawn: it is in no list then, and the dialog keeps the sentence.
  const readAgain = (): void => {
    lookAgain();
    readLists();
  };
  const agree = useCommand(patientCalls.agreeToErasure, {
    onSuccess: ({ imagesElsewhere = [] }) => {
      notify.saved(t('erasure.done'));
      readLists();
      onErased();
      if (imagesElsewhere.length > 0)
        void confirm({
          title: t('patients.imagesElsewhere.title'),
          body: t('patients.imagesElsewhere.body', { addresses: imagesElsewhere.join(' ') }),
          yes: t('patients.imagesElsewhere.yes'),
          no: t('patients.imagesElsewhere.no'),
        });
    },
    onError: readAgain,
  });
  const refuse = useCommand(patientCalls.refuseErasure, {
    onSuccess: () => {
      notify.saved(t('erasure.refusedNow'));
      lookAgain();
      readLists();
      onClose();
    },
    onError: readAgain,
  });
  const ask = async ({ team, version }: Erasure): Promise<void> => {
    const isSure = await confirm({
      title: t('erasure.question.title'),
      body: t('erasure.question.body'),
      yes: t('erasure.question.yes'),
      danger: true,
    });
    if (isSure) agree.mutate({ params: { id: patient }, team, ifVersion: version, body: {} });
  };
  const open = query.data?.request && !query.data.request.refused ? query.data : undefined;
  const isBusy = agree.isPending || refuse.isPending || query.isFetching;
  return (
    <>
      <Dialog.Body>
        <Box display="grid" gap="4">
          <Box fontSize="lg" fontWeight="semibold">
            <ClinicalName>{name}</ClinicalName>
            {recordNumber === '' ? null : (
              <>
                {' · '}
                <bdi dir="ltr">{recordNumber}</bdi>
              </>
            )}
          </Box>
          <ErrorAlert error={lastError(agree, refuse)} />
          <QueryBoundary query={query} skeleton={<SkeletonRows rows={5} />}>
            {(found) => <Counts erasure={found} />}
          </QueryBoundary>
        </Box>
      </Dialog.Body>
      <Dialog.Footer flexWrap="wrap">
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {t('erasure.close')}
        </Button>
        {open && (
          <>
            <Button
              variant="outline"
              disabled={isBusy}
              loading={refuse.isPending}
              onClick={() => refuse.mutate({ params: { id: patient }, team: open.team, body: {} })}
            >
              {t('erasure.refuse')}
            </Button>
            <Button colorPalette="red" disabled={isBusy} loading={agree.isPending} onClick={() => void ask(open)}>
              {t('erasure.agree')}
            </Button>
          </>
        )}
      </Dialog.Footer>
    </>
  );
}

const list = {
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  columnGap: '4',
  rowGap: '1',
  margin: 0,
  '& dd': { margin: 0, textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
};

function Counts({ erasure: { goes, stays, elsewhere } }: { erasure: Erasure }) {
  const t = useTranslation();
  return (
    <>
      <Box as="section" aria-labelledby="erasure-goes">
        <Box as="h3" id="erasure-goes" fontWeight="semibold" marginBlockEnd="1">
          {t('erasure.goes')}
        </Box>
        <Box as="dl" css={list}>
          {countLines(goes).map(({ key, label, count }) => (
            <Box key={key} display="contents">
              <dt>{label}</dt>
              <dd>{formatNumber(count)}</dd>
            </Box>
          ))}
        </Box>
        {elsewhere.admissions > 0 ? null : (
          <Box color="fg.muted" marginBlockStart="2">
            {t('erasure.goesAlso')}
          </Box>
        )}
      </Box>
      <Box as="section" aria-labelledby="erasure-stays">
        <Box as="h3" id="erasure-stays" fontWeight="semibold" marginBlockEnd="1">
          {t('erasure.stays')}
        </Box>
        <Box>{t('erasure.staysNumbers', { reviews: stays.reviews, errors: stays.errors })}</Box>
        <Box>{t('erasure.staysAccesses', { count: goes.accesses })}</Box>
        {elsewhere.admissions === 0 ? null : (
          <Box fontWeight="semibold">
            {t('erasure.elsewhere', { count: elsewhere.admissions, teams: formatList(elsewhere.teams) })}
          </Box>
        )}
      </Box>
    </>
  );
}
