/** Long lists: pages that are added by a press, and pages that take each other's place. */
import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../platform/language/use-translation.ts';
import { ErrorAlert, SkeletonRows } from './screen-states.tsx';
import { busyProps } from './theme/system.ts';

type Pages<Page> = UseInfiniteQueryResult<InfiniteData<Page>>;

/** Reads the next page, if there is one. */
export const MoreButton = ({ query, ...button }: ButtonProps & { query: Pages<unknown> }) =>
  query.hasNextPage ? (
    <Button
      variant="outline"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
      {...button}
    />
  ) : null;

/** Below a list, in the middle. */
export const MoreBelow = ({ query, children }: { query: Pages<unknown>; children: string }) =>
  query.hasNextPage ? (
    <Box textAlign="center" marginBlockStart="4">
      <MoreButton query={query}>{children}</MoreButton>
    </Box>
  ) : null;

interface Props<Page> {
  query: Pages<Page>;
  skeleton?: ReactNode;
  /** The words of the button that reads the next page. */
  more: string;
  children: (pages: readonly Page[]) => ReactNode;
}

/** The states of such a list. After a failed refresh the old pages stay, with the error above them. */
export function PageBoundary<Page>({ query, skeleton = <SkeletonRows />, more, children }: Props<Page>) {
  const error = <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return query.error ? error : skeleton;
  return (
    <Box {...busyProps(query.isPlaceholderData)}>
      {error}
      {children(query.data.pages)}
      <MoreBelow query={query}>{more}</MoreBelow>
    </Box>
  );
}

interface StepsProps {
  label: string;
  page: number;
  pages: number;
  /** The words of both buttons. */
  previous: string;
  next: string;
  onPage: (page: number) => void;
}

/** The way to the page before and after this one. */
export function PageSteps({ label, page, pages, previous, next, onPage }: StepsProps) {
  const t = useTranslation();
  if (pages <= 1) return null;
  return (
    <Box
      as="nav"
      aria-label={label}
      display="flex"
      alignItems="center"
      justifyContent="center"
      gap="4"
      marginBlockStart="4"
    >
      <Button variant="outline" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {previous}
      </Button>
      <span className="tabular">{t('access.page', { page, pages })}</span>
      <Button variant="outline" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {next}
      </Button>
    </Box>
  );
}
