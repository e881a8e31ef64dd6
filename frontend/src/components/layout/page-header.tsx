/**
 * The head of a screen: where one is, its title, its actions. On navigation the title takes the focus, so that a screen
 * reader says where one has come.
 */
import { Box } from '@chakra-ui/react/box';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';
import { useWindowTitle } from './window-title.ts';

interface Props {
  title: ReactNode;
  /**
   * For the window; default `title` when that is text. Never a patient's full name: titles show in screenshots and
   * histories.
   */
  windowTitle?: string;
  /** Those after Home. */
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
  lead?: ReactNode;
}

export function PageHeader({ title, windowTitle, crumbs, actions, lead }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  useWindowTitle(windowTitle ?? (typeof title === 'string' ? title : ''));
  // `default` is the page that was opened first: there the browser's own start of the document is right.
  // Once a screen: a change of the search in the address must not take the focus.
  const [cameHere] = useState(key !== 'default');
  useEffect(() => {
    if (cameHere) heading.current?.focus({ preventScroll: true });
  }, [cameHere]);

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
