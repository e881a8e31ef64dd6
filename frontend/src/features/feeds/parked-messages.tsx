/** The messages that wait for a person: why, what they say, "Try again" and "Set aside". */
import * as installationCalls from 'language/contract/calls/installation';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { Feeds, ParkedFeedMessage, TriedFeedMessage } from 'language/contract/feeds';
import { type SetAsideReason, setAsideReasons } from 'language/domain/values/feed-codes';
import { Archive, Eye, RotateCw } from 'lucide-react';
import { Fragment, type ReactNode, useRef, useState } from 'react';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { Panel } from '../../components/page.tsx';
import { ErrorAlert, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { isMessageId, translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useCommand } from '../../sync/commands.ts';
import { feedMessageQuery } from './api.ts';

const listStyle = {
  listStyle: 'none',
  marginBlockStart: '2',
  '& > li': { paddingBlock: '3', borderBlockStartWidth: '1px', borderColor: 'border.muted', breakInside: 'avoid' },
  '& .reason': { fontWeight: 'semibold', overflowWrap: 'anywhere' },
  '& .details': { display: 'block', color: 'fg.muted', fontSize: 'xs', overflowWrap: 'anywhere' },
  '& .actions': { display: 'flex', flexWrap: 'wrap', gap: '2', marginBlockStart: '2' },
  '& pre': {
    marginBlockStart: '2',
    padding: '3',
    borderRadius: 'md',
    bg: 'bg.muted',
    fontSize: 'xs',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
};

/** The words of a reason; of a newer server its code. */
const reasonText = (reason: string): string => {
  const id = `feeds.reason.${reason}`;
  return isMessageId(id) ? translate(id) : reason;
};

function outcomeText({ outcome, reason, about }: TriedFeedMessage): string {
  if (outcome !== 'parked') return translate(`feeds.tried.${outcome}`);
  return translate('feeds.tried.parked', { reason: [reasonText(reason), about].filter(Boolean).join(': ') });
}

export function ParkedMessages({ parked: { total, newest } }: { parked: Feeds['parked'] }) {
  const t = useTranslation();
  const [outcome, setOutcome] = useState('');
  const told = useRef<HTMLDivElement>(null);
  const tell = (tried: TriedFeedMessage): void => {
    setOutcome(outcomeText(tried));
    void queryClient.invalidateQueries({ queryKey: queryKeys.feeds });
    // The button goes with its message.
    told.current?.focus({ preventScroll: true });
  };
  return (
    <Panel as="section" aria-labelledby="parked-messages">
      <Box display="flex" flexWrap="wrap" alignItems="baseline" columnGap="4">
        <Box as="h2" id="parked-messages" fontSize="md" fontWeight="semibold">
          {t('feeds.parked')}
        </Box>
        <Box ref={told} tabIndex={-1} role="status" overflowWrap="anywhere">
          {outcome}
        </Box>
      </Box>
      <Box color="fg.muted">{t(newest.length === 0 ? 'feeds.noneParked' : 'feeds.parkedLead')}</Box>
      {newest.length === 0 ? null : (
        <Box as="ul" css={listStyle}>
          {newest.map((message) => (
            <Message key={message._id} message={message} onSettled={tell} />
          ))}
        </Box>
      )}
      {total > newest.length && (
        <Box color="fg.muted" fontSize="xs">
          {t('operations.parked.more', { shown: newest.length, total })}
        </Box>
      )}
    </Panel>
  );
}

function Message({ message, onSettled }: { message: ParkedFeedMessage; onSettled: (tried: TriedFeedMessage) => void }) {
  const t = useTranslation();
  const [isShown, setShown] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const tryAgain = useCommand(installationCalls.tryFeedMessageAgain, { onSuccess: onSettled });
  const { _id, kind, reason, about, receivedAt, tries } = message;
  const at = formatInstant(receivedAt);
  return (
    <li>
      <div className="reason">{reasonText(reason)}</div>
      {about === '' ? null : (
        <div>
          <bdi dir="auto">{about}</bdi>
        </div>
      )}
      <span className="details">
        <bdi dir="ltr">{kind}</bdi> · <ClinicalText>{at}</ClinicalText> · {t('feeds.tries', { tries })}
      </span>
      <ErrorAlert error={tryAgain.error} />
      <div className="actions">
        <Button
          variant="outline"
          aria-label={t('feeds.tryAgainOf', { kind, at })}
          loading={tryAgain.isPending}
          onClick={() => tryAgain.mutate({ params: { id: _id }, body: {} })}
        >
          <RotateCw size={16} aria-hidden />
          {t('feeds.tryAgain')}
        </Button>
        <Button
          variant="outline"
          colorPalette="gray"
          aria-expanded={isShown}
          aria-label={t(isShown ? 'feeds.hideOf' : 'feeds.showOf', { kind, at })}
          onClick={() => setShown(!isShown)}
        >
          <Eye size={16} aria-hidden />
          {t(isShown ? 'feeds.hide' : 'feeds.show')}
        </Button>
        <Button
          variant="outline"
          colorPalette="gray"
          aria-label={t('feeds.setAsideOf', { kind, at })}
          onClick={() => setLeaving(true)}
        >
          <Archive size={16} aria-hidden />
          {t('feeds.setAside')}
        </Button>
      </div>
      {isShown && <Segments id={_id} />}
      {isLeaving && (
        <SetAside
          id={_id}
          onClose={() => setLeaving(false)}
          onSettled={(tried) => {
            setLeaving(false);
            onSettled(tried);
          }}
        />
      )}
    </li>
  );
}

function Segments({ id }: { id: string }) {
  const t = useTranslation();
  const message = useQuery(feedMessageQuery(id));
  return (
    <QueryBoundary query={message} skeleton={<SkeletonRows rows={2} height="24px" label={t('feeds.loading')} />}>
      {({ segments }) => (
        <pre dir="ltr">
          {segments.map((segment, place) => (
            <div key={place}>{fieldsOf(segment, segments[0])}</div>
          ))}
        </pre>
      )}
    </QueryBoundary>
  );
}

/** Each field is isolated: beside an Arabic name, dates and numbers would change their places. */
function fieldsOf(segment: string, head = ''): ReactNode[] {
  const delimiter = head.charAt(3) || '|';
  return segment.split(delimiter).map((field, place) => (
    <Fragment key={place}>
      {place > 0 && delimiter}
      <bdi>{field}</bdi>
    </Fragment>
  ));
}

function SetAside({
  id,
  onClose,
  onSettled,
}: {
  id: string;
  onClose: () => void;
  onSettled: (tried: TriedFeedMessage) => void;
}) {
  const t = useTranslation();
  const [reason, setReason] = useState<SetAsideReason | ''>('');
  const command = useCommand(installationCalls.setFeedMessageAside, { onSuccess: onSettled });
  return (
    <FormDialog
      title={t('feeds.setAside')}
      cancel={t('feeds.cancel')}
      submit={t('feeds.setAside')}
      closeOnInteractOutside
      isBusy={command.isPending}
      isDisabled={reason === ''}
      onClose={onClose}
      onSubmit={() => reason !== '' && command.mutate({ params: { id }, body: { reason } })}
    >
      <Box color="fg.muted">{t('feeds.setAsideLead')}</Box>
      <ErrorAlert error={command.error} />
      <FormField label={t('feeds.why')} required>
        <Select
          value={reason}
          onChange={(chosen) => setReason(setAsideReasons.find((one) => one === chosen) ?? '')}
          none={t('feeds.chooseWhy')}
          isNoneDisabled
          options={setAsideReasons.map((one) => [one, t(`feeds.aside.${one}`)])}
        />
      </FormField>
    </FormDialog>
  );
}
