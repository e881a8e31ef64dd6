/** The way to a team's transfers, with the number of patients who are offered to it. */
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { incomingQuery } from './api.ts';

export function TransfersLink({ team }: { team: string }) {
  const t = useTranslation();
  const count = useQuery(incomingQuery(team)).data?.incoming.length ?? 0;
  return (
    <Button asChild variant={count > 0 ? 'solid' : 'outline'}>
      <Link to={paths.transfers.href(team)}>
        <ArrowRightLeft aria-hidden />
        {count > 0 ? t('transfer.count', { count }) : t('transfer.title')}
      </Link>
    </Button>
  );
}
