/** The accounts of the installation: search, list, pages (docs/product.md, "Accounts of the installation"). */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import { Search, UserRoundSearch } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { limits } from 'language/domain/values/codes';
import { FormField } from '../../components/forms/form-field.tsx';
import { PageSteps } from '../../components/page-boundary.tsx';
import { Panel } from '../../components/page.tsx';
import { EmptyState, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { busyProps, touch } from '../../components/theme/system.ts';
import { Select } from '../../components/forms/select.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { AccountRow } from './account-row.tsx';
import { type AccountSearch, conditions, parseCondition, useAccountSearch } from './account-search.ts';
import { accountsQuery } from './api.ts';

const listStyle = {
  listStyle: 'none',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
    alignItems: 'center',
    gap: { base: '2', md: '4' },
    padding: '3',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
    _last: { borderBlockEndWidth: 0 },
  },
  '& .name': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2', overflowWrap: 'anywhere' },
  '& .name a': {
    fontWeight: 'semibold',
    _hover: { textDecoration: 'underline' },
    [touch]: { paddingBlock: '2.5', marginBlock: '-2.5' },
  },
  '& .details': { color: 'fg.muted', fontSize: 'xs', overflowWrap: 'anywhere' },
};

export function Accounts() {
  const t = useTranslation();
  const [asked, show] = useAccountSearch();
  const found = useQuery(accountsQuery(asked));
  return (
    <>
      <Panel>
        <SearchForm key={asked.search} asked={asked} onSearch={show} />
      </Panel>
      <Box marginBlockStart="4">
        <QueryBoundary query={found} skeleton={<SkeletonRows rows={8} height="72px" label={t('accounts.loading')} />}>
          {({ accounts, page, pages, total }) => (
            <Box {...busyProps(found.isPlaceholderData)}>
              <Box role="status" className="tabular" fontSize="xs" color="fg.muted" marginBlockEnd="1">
                {t('accounts.count', { total })}
              </Box>
              {accounts.length === 0 ? (
                <EmptyState icon={<UserRoundSearch size={32} aria-hidden />} title={t('accounts.none')}>
                  {t('accounts.noneHint')}
                </EmptyState>
              ) : (
                <Box as="ul" css={listStyle}>
                  {accounts.map((account) => (
                    <AccountRow key={account._id} account={account} />
                  ))}
                </Box>
              )}
              <PageSteps
                label={t('accounts.pages')}
                page={page}
                pages={pages}
                previous={t('accounts.previous')}
                next={t('accounts.next')}
                onPage={(next) => show({ page: next })}
              />
            </Box>
          )}
        </QueryBoundary>
      </Box>
    </>
  );
}

function SearchForm({ asked, onSearch }: { asked: AccountSearch; onSearch: (patch: Partial<AccountSearch>) => void }) {
  const t = useTranslation();
  const [text, setText] = useState(asked.search);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSearch({ search: text.trim() });
  };
  return (
    <Box
      as="form"
      role="search"
      aria-label={t('accounts.find')}
      onSubmit={submit}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr) auto', md: 'minmax(0, 2fr) minmax(0, 1fr) auto' }}
      gap="3"
      alignItems="end"
    >
      <Box gridColumn={{ base: '1 / -1', md: 'auto' }}>
        <FormField label={t('accounts.search')}>
          <Input
            type="search"
            dir="auto"
            autoComplete="off"
            maxLength={limits.email}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </FormField>
      </Box>
      <FormField label={t('accounts.condition')}>
        <Select
          value={asked.condition}
          onChange={(condition) => onSearch({ search: text.trim(), condition: parseCondition(condition) })}
          none={t('accounts.anyCondition')}
          options={conditions.map((condition) => [condition, t(`accounts.conditions.${condition}`)])}
        />
      </FormField>
      <Button type="submit">
        <Search size={16} aria-hidden />
        {t('accounts.find')}
      </Button>
    </Box>
  );
}
