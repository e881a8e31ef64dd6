import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Box } from '@chakra-ui/react/box';
import { NavLink } from 'react-router-dom';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatNumber } from '../../platform/language/numbers.ts';
import { paths } from '../../platform/paths.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { askedCountQuery } from './api.ts';

/** In the menu of a physician: the list with its count. The bar is outside the provider of the screens. */
export default function AskedLink() {
  return (
    <QueryClientProvider client={queryClient}>
      <CountedLink />
    </QueryClientProvider>
  );
}

function CountedLink() {
  const t = useTranslation();
  const { data: count } = useQuery(askedCountQuery());
  return count === undefined || count === null ? null : (
    <li>
      <NavLink to={paths.asked.href()} end>
        {t('asked.title')}
        {count > 0 ? (
          <Box as="span" marginInlineStart="auto" fontWeight="bold" className="tabular">
            {formatNumber(count)}
          </Box>
        ) : null}
      </NavLink>
    </li>
  );
}
