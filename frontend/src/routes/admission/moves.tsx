/** Moves to another chart: loaded beside the chart, which does not wait for them. */
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import type { MarksProps, ToolsProps } from '../../features/moves/moves-in-chart.tsx';

const load = () => import('../../features/moves/moves-in-chart.tsx');
const Tools = lazyComponent(async () => ({ default: (await load()).MoveTools }));
const Marks = lazyComponent(async () => ({ default: (await load()).MovedMarks }));

/** The icon of an entry has its room from the beginning: the icons beside it do not move. */
export const MoveTools = (props: ToolsProps) => (
  <AsyncBoundary skeleton={'entry' in props && props.canMove && <span className="icon-button" />}>
    <Tools {...props} />
  </AsyncBoundary>
);

/** Nothing is loaded for a chart from which nothing was moved. */
export const MovedMarks = (props: MarksProps) =>
  props.admission.moves ? (
    <AsyncBoundary>
      <Marks {...props} />
    </AsyncBoundary>
  ) : null;
