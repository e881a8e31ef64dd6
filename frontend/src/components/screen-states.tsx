/** The states of a screen or of a part of it: loading, empty, failed, not found, loaded. */
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Box } from '@chakra-ui/react/box';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useState, type ReactNode } from 'react';
import { Button } from '@chakra-ui/react/button';
import { CircleAlert, Compass, ShieldCheck, X } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import type { UseQueryResult } from '@tanstack/react-query';
import { useWindowTitle } from './page.tsx';
import { isAccessLost, needsSecondFactor, type ApiError } from '../platform/http/api.ts';
import { openDevice } from '../platform/offline/offline-state.ts';
import { paths } from '../platform/paths.ts';
import { useTranslation } from '../platform/language/use-translation.ts';

/** Placeholders appear after 150 ms: a quick answer does not flicker. */
const late = { opacity: 0, animation: 'fade-in 0.2s ease-out 0.15s forwards' };

/** Rows of the height of the data, so that nothing jumps when it arrives. */
export function SkeletonRows({ rows = 5, height = '44px', label }: { rows?: number; height?: string; label?: string }) {
  const t = useTranslation();
  return (
    <Box role="status" css={late}>
      <VisuallyHidden>{label ?? t('component.loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} marginBlockEnd="2" opacity={1 - row * 0.12} />
      ))}
    </Box>
  );
}

/** The placeholder of a whole screen. */
export function Waiting() {
  return (
    <Box maxW="1120px" marginInline="auto" padding="6">
      <SkeletonRows rows={4} height="56px" />
    </Box>
  );
}

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  /** The heading level on the page. */
  level?: 1 | 2 | 3;
}

/** Says in a sentence that there is nothing here, and offers the next step. */
export function EmptyState({ title, children, icon, action, level = 2 }: EmptyStateProps) {
  const tag = `h${level}` as const;
  return (
    <Box
      textAlign="center"
      paddingBlock="10"
      paddingInline={{ md: '4' }}
      css={{ '& > svg': { marginInline: 'auto', color: 'fg.subtle', marginBlockEnd: '3' } }}
    >
      {icon}
      <Box as={tag} fontSize="md" fontWeight="semibold">
        {title}
      </Box>
      {children !== undefined && (
        <Box color="fg.muted" maxW="46ch" marginInline="auto" marginBlockStart="1">
          {children}
        </Box>
      )}
      {action !== undefined && <Box marginBlockStart="4">{action}</Box>}
    </Box>
  );
}

/** The 404 page (docs/product.md, "Routes"). */
export function NotFound() {
  const t = useTranslation();
  useWindowTitle(t('component.notFound.window'));
  return (
    <EmptyState
      level={1}
      icon={<Compass size={36} aria-hidden />}
      title={t('component.notFound.title')}
      action={
        <Button asChild>
          <Link to="/">{t('component.notFound.home')}</Link>
        </Button>
      }
    />
  );
}

/**
 * For a screen of a team that requires a second factor. A link, and no redirect: other parts of the page, such as other
 * teams or a form, stay.
 */
function SecondFactorRequired() {
  const t = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      icon={<ShieldCheck size={36} aria-hidden />}
      title={t('component.factorRequired.title')}
      action={
        <Button asChild>
          <Link to={paths.security.href(pathname + search)}>{t('component.factorRequired.setUp')}</Link>
        </Button>
      }
    >
      {t('component.factorRequired.hint')}
    </EmptyState>
  );
}

interface ErrorAlertProps {
  /** Nothing is shown without an error. A new error is shown although an earlier one was dismissed. */
  error: ApiError | null | undefined;
  onRetry?: (() => void) | undefined;
  onDismiss?: (() => void) | undefined;
  children?: ReactNode;
}

/** The server's message of a failed call, in place and dismissible (docs/product.md, "Errors on screens"). */
export function ErrorAlert({ error, onRetry, onDismiss, children }: ErrorAlertProps) {
  const t = useTranslation();
  const [dismissed, setDismissed] = useState<ApiError>();
  if (!error || dismissed === error) return null;
  return (
    <Box
      role="alert"
      display="flex"
      alignItems="flex-start"
      gap="3"
      paddingBlock="2"
      paddingInline="3"
      bg="bg.error"
      color="fg.error"
      borderWidth="1px"
      borderColor="border.error"
      borderRadius="l2"
      css={{ '& > svg': { flexShrink: 0, marginBlockStart: '2px' } }}
    >
      <CircleAlert size={18} aria-hidden />
      <Box flex="1" dir="auto" overflowWrap="anywhere">
        {error.text}
        {children}
      </Box>
      {onRetry && (
        <Button size="xs" variant="outline" colorPalette="gray" onClick={onRetry}>
          {t('component.tryAgain')}
        </Button>
      )}
      <Button
        size="xs"
        variant="plain"
        color="fg.error"
        aria-label={t('component.dismiss')}
        height="6"
        minW="6"
        paddingInline="0"
        onClick={() => {
          setDismissed(error);
          onDismiss?.();
        }}
      >
        <X size={16} aria-hidden />
      </Button>
    </Box>
  );
}

interface QueryBoundaryProps<T> {
  query: UseQueryResult<T>;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** The states of one query. After a failed refresh the old data stays, with the error above it. */
export function QueryBoundary<T>({ query, skeleton = <SkeletonRows />, children }: QueryBoundaryProps<T>) {
  const { data, error } = query;
  // Cached data is hidden, too: the person may no longer see it.
  if (needsSecondFactor(error)) return <SecondFactorRequired />;
  if (isAccessLost(error)) return <NotFound />;
  if (data === undefined) {
    return error ? <ErrorAlert error={error} onRetry={() => void query.refetch()} /> : skeleton;
  }
  // The page says as of when it is (`app/offline-strips.tsx`).
  const isKnown = error?.status === 0 && openDevice() !== undefined;
  return (
    <>
      <ErrorAlert error={isKnown ? null : error} onRetry={() => void query.refetch()} />
      {children(data)}
    </>
  );
}
