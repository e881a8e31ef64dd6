/** Moves to another chart: loaded beside the chart, which does not wait for them. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import type { MarksProps, ToolsProps } from './moves-in-chart.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

const load = () => import('./moves-in-chart.tsx');
const Tools = lazyComponent(async () => ({ default: (await load()).MoveTools }));
const Marks = lazyComponent(async () => ({ default: (await load()).MovedMarks }));

/** The button has its room from the beginning: what stands beside it does not move. */
export const MoveTools = (props: ToolsProps) => (
  <AsyncBoundary skeleton={props.canMove && <Room isIcon={'entry' in props} />}>
    <Tools {...props} />
  </AsyncBoundary>
);

function Room({ isIcon }: { isIcon: boolean }) {
  const t = useTranslation();
  return isIcon ? (
    <span className="icon-button" />
  ) : (
    <Button asChild size="xs" variant="ghost" visibility="hidden" data-print="hide">
      <span aria-hidden>
        <Box as="span" width="4" />
        <Box as="span" hideBelow="md">
          {t('moves.open')}
        </Box>
      </span>
    </Button>
  );
}

/** Nothing is loaded for a chart from which nothing was moved. */
export const MovedMarks = (props: MarksProps) =>
  props.admission.moves ? (
    <AsyncBoundary>
      <Marks {...props} />
    </AsyncBoundary>
  ) : null;
