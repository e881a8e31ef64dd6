/**
 * Says in the page that a recommendation waits for the person's answer, on each screen. It hears so from the rooms of the
 * teams whose physician or admin the person is.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { policy } from '../clinical/policy.ts';
import { notify } from '../components/toasts/toaster.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { paths } from '../platform/paths.ts';
import { unregisterWorkers } from '../platform/workers.ts';
import { signedInUser } from '../platform/session/session.ts';
import { onReminder, useWatch } from '../sync/live/live-connection.ts';
import { followPush } from '../sync/push.ts';
import { teamsQuery } from '../sync/reads/shared-reads.ts';

const SHOWN_MS = 10_000;

export default function ReminderWatch({ user }: { user: { readonly _id: string } }) {
  const t = useTranslation();
  const navigate = useNavigate();
  const teams = useQuery(teamsQuery()).data ?? [];
  const reminding = teams.filter((team) => policy.writeNotes(user, team) || policy.administer(user, team));
  useWatch(...reminding.map(({ _id }) => ({ team: _id })));
  useEffect(
    () =>
      onReminder(user._id, () =>
        notify.withLink(
          t('reminders.waits'),
          { label: t('reminders.open'), onClick: () => void navigate(paths.asked.href()) },
          SHOWN_MS,
        ),
      ),
    [user._id, t, navigate],
  );
  useEffect(() => {
    followPush().catch(() => undefined);
    // The server has ended the subscription with the session.
    return () => {
      if (signedInUser()?._id !== user._id) void unregisterWorkers({ keepsReminders: false }).catch(() => undefined);
    };
  }, [user._id]);
  return null;
}
