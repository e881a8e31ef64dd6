/**
 * The states of one query: loading, failed, not found, loaded. After a failed refresh the old data stays, with the error
 * above it.
 */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isAccessLost } from '../platform/http/api.ts';
import { ErrorAlert } from './error-alert.tsx';
import { NotFound } from './not-found.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

interface Props<T> {
  query: UseQueryResult<T>;
  waiting?: ReactNode;
  children: (data: T) => ReactNode;
}

export function QueryBoundary<T>({ query, waiting = <SkeletonRows />, children }: Props<T>) {
  const { data, error } = query;
  // Cached data is hidden, too: the person may no longer see it.
  if (isAccessLost(error)) return <NotFound />;
  if (data === undefined) {
    return error ? <ErrorAlert error={error} onRetry={() => void query.refetch()} /> : waiting;
  }
  return (
    <>
      <ErrorAlert error={error} onRetry={() => void query.refetch()} />
      {children(data)}
    </>
  );
}
