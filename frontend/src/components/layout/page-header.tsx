/**
 * The head of a screen: breadcrumbs, title, actions. After a navigation the title takes the focus: a screen reader
 * announces the new screen.
 */
import { Box } from '@chakra-ui/react/box';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';
import { useWindowTitle } from './window-title.ts';

interface Props {
  title: ReactNode;
  /** Default: `title`, if it is text. Never a patient's full name: titles show in screenshots and histories. */
  windowTitle?: string;
  /** The steps after Home. */
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
  lead?: ReactNode;
}

export function PageHeader({ title, windowTitle, crumbs, actions, lead }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  useWindowTitle(windowTitle ?? (typeof title === 'string' ? title : ''));
  // The first page has the key `default`: there the browser's own initial focus is right. The state is read once: a
  // change of the address's search must not take the focus.
  const [hasNavigated] = useState(key !== 'default');
  useEffect(() => {
    if (hasNavigated) heading.current?.focus({ preventScroll: true });
  }, [hasNavigated]);

  return (
    <Box as="header" marginBlockEnd="4">
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <Box display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
        <Box minW="0">
          <Box
            as="h1"
            ref={heading}
            tabIndex={-1}
            fontSize={{ base: 'xl', md: '2xl' }}
            fontWeight="bold"
            letterSpacing="-0.01em"
            minH="2rem"
          >
            {title}
          </Box>
          {lead && (
            <Box color="fg.muted" marginBlockStart="1">
              {lead}
            </Box>
          )}
        </Box>
        {actions && (
          <Box display="flex" flexWrap="wrap" gap="2">
            {actions}
          </Box>
        )}
      </Box>
    </Box>
  );
}
