/**
 * One read on the screen: waiting, failed, not there, or there. A failed refresh keeps what is shown and says so above
 * it.
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
  // Also of what is still held here: what is closed to a person is not shown to them any longer.
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
