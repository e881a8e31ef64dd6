/** The 404 page (docs/product.md, "Routes"). */
import { Button } from '@chakra-ui/react/button';
import { Compass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { EmptyState } from './empty-state.tsx';
import { useWindowTitle } from './layout/window-title.ts';

export function NotFound() {
  useWindowTitle('Not found');
  return (
    <EmptyState
      level={1}
      icon={<Compass size={36} aria-hidden />}
      title="Looks like the page you were looking for is no longer here."
      action={
        <Button asChild>
          <Link to="/">Go to the home page</Link>
        </Button>
      }
    />
  );
}
