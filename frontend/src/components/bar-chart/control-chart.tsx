import { Box } from '@chakra-ui/react/box';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { loadWithRetry, withStyles } from '../../platform/http/retry.ts';
import type { ControlDrawingProps, ControlFigures } from './control-chart-drawing.tsx';

const loadDrawing = withStyles(() => import('./control-chart-drawing.tsx'));
const HEIGHT_PX = 240;

interface Props extends ControlFigures {
  onPoint: (at: number) => void;
  /** Called when it is drawn, or cannot be. */
  onReady: () => void;
}

/** A control chart. Its figures are in a table beside it, which screen readers have, and which is all where it cannot be drawn. */
export function ControlChart({ onReady, ...figures }: Props) {
  const [Drawing, setDrawing] = useState<ComponentType<ControlDrawingProps> | 'failed'>();
  const ready = useRef(onReady);
  useEffect(() => {
    ready.current = onReady;
  });
  useEffect(() => {
    const loading = loadWithRetry(loadDrawing, {
      onLoaded: ({ ControlChartDrawing }) => setDrawing(() => ControlChartDrawing),
      onFailed: () => {
        setDrawing('failed');
        ready.current();
      },
    });
    return loading.stop;
  }, []);
  if (Drawing === 'failed') return null;
  return (
    <Box aria-hidden dir="ltr" minHeight={`${HEIGHT_PX}px`}>
      {Drawing === undefined ? (
        <Skeleton height={`${HEIGHT_PX}px`} />
      ) : (
        <Drawing {...figures} height={HEIGHT_PX} onReady={() => ready.current()} />
      )}
    </Box>
  );
}
