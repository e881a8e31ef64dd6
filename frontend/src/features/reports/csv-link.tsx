/** "reviews csv", for the team's admin. A link cannot say who asks, so the file is fetched and handed over. */
import { Button } from '@chakra-ui/react/button';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../lib/download.ts';
import { notify } from '../../ui/toaster.tsx';
import { fetchCsv } from './api.ts';
import { reportsText as text } from './messages.ts';

export function CsvLink({ team, startDate, endDate }: { team: string; startDate: string; endDate: string }) {
  const [busy, setBusy] = useState(false);
  const fetchIt = async (): Promise<void> => {
    setBusy(true);
    try {
      download(await fetchCsv(team, startDate, endDate), `reviews-${startDate}-to-${endDate}.csv`);
    } catch (error) {
      notify.failed(error instanceof Error ? error.message : text.csvFailed);
    } finally {
      setBusy(false);
    }
  };
  return <Button variant="outline" loading={busy} onClick={() => void fetchIt()}><Download aria-hidden />{text.csv}</Button>;
}
