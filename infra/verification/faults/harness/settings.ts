/** How a run of faults is drawn. The length is an argument of the command. */
import { defineSettings, setting } from 'service-kit/process/settings';
import { count, ofEveryRun, positive } from '../convergence/settings.ts';
import { smoke } from './smoke.ts';

export const settings = defineSettings({
  ...ofEveryRun,
  CLIENTS: setting(count(smoke.clients), 'Browsers that send commands'),
  SOCKETS: setting(count(smoke.sockets), 'Live connections, those of the browsers included'),
  ADMISSIONS: setting(count(smoke.admissions), 'That they share'),
  EDITS_AT_ONCE: setting(count(smoke.editsAtOnce), 'Edits of one client that are under way at the same time'),
  FAULTS_PER_MINUTE: setting(positive(smoke.perMinute, 'faults'), 'On the average'),
  THINK_SECONDS: setting(positive(smoke.thinkSeconds), 'From one edit of a client to the next, on the average'),
});
