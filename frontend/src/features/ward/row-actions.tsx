/** The marks that a clinical pharmacist sets on a patient of the board: beside the row, on a phone in one menu. */
import * as wardCalls from 'language/contract/calls/ward';
import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import type { WardMarks, WardPatient } from 'language/contract/handover';
import { reviewLevels } from 'language/domain/priority/views';
import { CalendarClock, EllipsisVertical, UserCheck, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { lastError, useCommand } from '../../sync/commands.ts';
import { cacheMarks } from './api.ts';

const DeferralDialog = lazyComponent(() => import('./deferral-dialog.tsx'));

interface Props {
  patient: WardPatient;
  team: string;
  /** The signed-in person. */
  user: { userId: string; userName: string };
}

export function RowActions({ patient, team, user }: Props) {
  const t = useTranslation();
  const [open, setOpen] = useState<'menu' | 'deferral'>();
  const name = patientFullName(patient) || t('ward.unnamed');
  const buttons = (isMenu: boolean) => (
    <ActionButtons patient={patient} team={team} user={user} isMenu={isMenu} onDefer={() => setOpen('deferral')} />
  );
  return (
    <>
      <Box className="actions" role="group" aria-label={t('ward.actionsOf', { name })}>
        {buttons(false)}
      </Box>
      <IconButton
        hideFrom="xl"
        size="sm"
        variant="ghost"
        aria-label={t('ward.actionsOf', { name })}
        aria-haspopup="dialog"
        onClick={() => setOpen('menu')}
      >
        <EllipsisVertical size={18} aria-hidden />
      </IconButton>
      {open === 'menu' ? (
        <Sheet open onClose={() => setOpen(undefined)}>
          <Dialog.Header>
            <Dialog.Title>
              <bdi dir="auto">{name}</bdi>
            </Dialog.Title>
          </Dialog.Header>
          <Dialog.Body display="grid" gap="2">
            {buttons(true)}
          </Dialog.Body>
          <Dialog.Footer>
            <Button variant="outline" colorPalette="gray" onClick={() => setOpen(undefined)}>
              {t('ward.close')}
            </Button>
          </Dialog.Footer>
        </Sheet>
      ) : null}
      {open === 'deferral' ? (
        <AsyncBoundary>
          <DeferralDialog patient={patient} team={team} user={user} onClose={() => setOpen(undefined)} />
        </AsyncBoundary>
      ) : null}
    </>
  );
}

interface ButtonsProps extends Props {
  /** On a phone: large buttons below each other. */
  isMenu: boolean;
  onDefer: () => void;
}

function ActionButtons({ patient, team, user, isMenu, onDefer }: ButtonsProps) {
  const t = useTranslation();
  const { admission, takenBy } = patient;
  // One after the other: the server gets the last press last.
  const queue = `marks ${admission}`;
  const others = (marks: WardMarks) => marks.takenBy.filter(({ userId }) => userId !== user.userId);
  const take = useCommand(wardCalls.takePatient, {
    queue,
    onSuccess: () => cacheMarks(team, admission, (marks) => ({ takenBy: [...others(marks), user] })),
  });
  const release = useCommand(wardCalls.releasePatient, {
    queue,
    onSuccess: () => cacheMarks(team, admission, (marks) => ({ takenBy: others(marks) })),
  });
  const mark = useCommand(wardCalls.markReviewLevel, {
    queue,
    onSuccess: (_, { body }) => cacheMarks(team, admission, () => ({ reviewLevel: { ...body, ...user } })),
  });
  const clear = useCommand(wardCalls.clearReviewLevel, {
    queue,
    onSuccess: () => cacheMarks(team, admission, () => ({ reviewLevel: null })),
  });
  const to = { params: { id: admission }, team };
  const isMine = takenBy.some(({ userId }) => userId === user.userId);
  const level = patient.reviewLevel?.level;
  const defer = t(patient.deferred === null ? 'ward.defer' : 'ward.changeDeferral');
  const size = isMenu ? 'lg' : 'xs';
  return (
    <>
      <Button
        size={size}
        variant={isMine ? 'subtle' : 'outline'}
        loading={take.isPending || release.isPending}
        onClick={() => (isMine ? release.mutate(to) : take.mutate({ ...to, body: {} }))}
      >
        {isMine ? <UserMinus size={14} aria-hidden /> : <UserCheck size={14} aria-hidden />}
        {t(isMine ? 'ward.release' : 'ward.take')}
      </Button>
      <Button
        size={size}
        variant={isMenu ? 'outline' : 'ghost'}
        aria-label={defer}
        title={defer}
        aria-haspopup="dialog"
        onClick={onDefer}
      >
        <CalendarClock size={14} aria-hidden />
        {isMenu ? defer : null}
      </Button>
      {reviewLevels.map((one) => (
        <Button
          key={one}
          size={size}
          variant={level === one ? 'subtle' : isMenu ? 'outline' : 'ghost'}
          aria-pressed={level === one}
          title={t(`ward.levels.${one}`)}
          onClick={() => {
            if (mark.isPending || clear.isPending) return;
            if (level === one) clear.mutate(to);
            else mark.mutate({ ...to, body: { level: one } });
          }}
        >
          {t(isMenu ? `ward.levels.${one}` : `ward.shortLevels.${one}`)}
        </Button>
      ))}
      <ErrorAlert error={lastError(take, release, mark, clear)} />
    </>
  );
}
