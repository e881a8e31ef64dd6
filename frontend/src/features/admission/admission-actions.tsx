import { IconButton } from '@chakra-ui/react/button';
import { History } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { admissionText as text } from './messages.ts';

/** To the chart as it was at any moment of its life. */
export const WayBack = ({ admission }: { admission: string }) => (
  <IconButton asChild size="xs" variant="ghost" colorPalette="gray" aria-label={text.wayBack} title={text.wayBack}>
    <Link to={paths.chartThen.href(admission)}>
      <History size={16} aria-hidden />
    </Link>
  </IconButton>
);
