import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { memo, useMemo, type KeyboardEvent } from 'react';
import { formatInstant } from '../../platform/time/instants.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { Switch } from '../../components/forms/switch.tsx';
import { Select } from '../../components/forms/select.tsx';
import {
  changeDensity,
  firstPosition,
  instantAt,
  isUnderOneHour,
  lastPosition,
  type ChangeTimes,
  moveBy,
  adjacentChange,
  type SliderPosition,
  revisionAt,
  spanOf,
  stepSizes,
  toAxis,
} from './change-times.ts';
import { lineStep } from '../../platform/keyboard/line-step.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

const styles = {
  '& input[type=range]': {
    display: 'block',
    width: '100%',
    height: '44px',
    margin: 0,
    accentColor: '{colors.brand.solid}',
    cursor: 'pointer',
  },
  '& input[type=range]:focus-visible': {
    outline: '2px solid {colors.brand.focusRing}',
    outlineOffset: '2px',
    borderRadius: 'l1',
  },
  // Inset by half the slider's thumb.
  '& .busy': {
    display: 'flex',
    alignItems: 'flex-end',
    gap: '1px',
    height: '14px',
    marginInline: '8px',
    '& i': { flex: 1, bg: 'border.emphasized', borderRadius: '1px' },
  },
  '& .row .lucide': { _rtl: { transform: 'scaleX(-1)' } },
  '& .row': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' },
  '& .ends': {
    display: 'flex',
    justifyContent: 'space-between',
    fontSize: 'xs',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
  },
};
const PARTS = 60;
/** Page Up and Page Down, in steps. */
const PAGE = 10;

interface Props {
  times: ChangeTimes;
  position: SliderPosition;
  step: number;
  playing: boolean;
  onGo: (position: SliderPosition) => void;
  onStep: (step: number) => void;
  onPlay: (on: boolean) => void;
}

/** `2026-03-02 10:42`, with the seconds where the admission is under one hour. */
const formatTime = (times: ChangeTimes, instant: number): string =>
  formatInstant(new Date(instant).toISOString(), { seconds: isUnderOneHour(times) });

/** Goes through the changes of an admission, one by one or by the clock. The keys of the browser's slider go a step. */
export function TimeSlider({ times, position, step, playing, onGo, onStep, onPlay }: Props) {
  const t = useTranslation();
  const { by, at } = position;
  const [first, last] = [firstPosition(times, by), lastPosition(times, by)];
  const number = t('timeTravel.change', { number: revisionAt(times, position) + 1, of: times.length });
  const instant = formatTime(times, instantAt(times, position));
  const go = (next: SliderPosition | undefined): void => {
    onPlay(false);
    if (next && next.at !== at) onGo(next);
  };
  const onKeys = (event: KeyboardEvent): void => {
    const steps = lineStep(event.key) ?? { ArrowUp: 1, ArrowDown: -1, PageUp: PAGE, PageDown: -PAGE }[event.key];
    const next = steps === undefined ? { Home: first, End: last }[event.key] : moveBy(times, position, steps * step);
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(next);
  };
  const [before, after] = [adjacentChange(times, position, -1), adjacentChange(times, position, 1)];
  return (
    <Box css={styles} data-slider>
      <div className="row">
        <IconButton
          size="sm"
          variant="outline"
          aria-label={t('timeTravel.previous')}
          title={t('timeTravel.previous')}
          disabled={!before}
          onClick={() => go(before)}
        >
          <SkipBack size={16} aria-hidden />
        </IconButton>
        <Button size="sm" variant="outline" minWidth="6rem" onClick={() => onPlay(!playing)}>
          {playing ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          {playing ? t('timeTravel.pause') : t('timeTravel.play')}
        </Button>
        <IconButton
          size="sm"
          variant="outline"
          aria-label={t('timeTravel.next')}
          title={t('timeTravel.next')}
          disabled={!after}
          onClick={() => go(after)}
        >
          <SkipForward size={16} aria-hidden />
        </IconButton>
        <Box as="output" fontWeight="semibold" className="tabular" marginInlineEnd="auto">
          <ClinicalText>{t('timeTravel.at', { words: number, instant })}</ClinicalText>
        </Box>
        <Switch
          label={t('timeTravel.byTime')}
          checked={by === 'time'}
          onChange={(time) => {
            onPlay(false);
            onGo(toAxis(times, position, time ? 'time' : 'change'));
          }}
        />
        <Box asChild display="flex" alignItems="center" gap="2" fontSize="sm">
          <label>
            {t('timeTravel.step')}
            <Select
              size="sm"
              width="auto"
              value={String(step)}
              onChange={(size) => onStep(Number(size))}
              options={stepSizes(times, by).map((size) => [
                size,
                by === 'change' ? t('timeTravel.changes', { count: size }) : t(`timeTravel.span.${spanOf(size)}`),
              ])}
            />
          </label>
        </Box>
      </div>
      <input
        type="range"
        min={first.at}
        max={last.at}
        step={by === 'change' ? 1 : 'any'}
        value={at}
        title={t('timeTravel.keys')}
        aria-label={t(`timeTravel.slider.${by}`)}
        aria-valuetext={t('timeTravel.at', { words: number, instant })}
        onChange={(event) => go({ by, at: Math.round(Number(event.currentTarget.value)) })}
        onKeyDown={onKeys}
      />
      {by === 'time' ? <ChangeDensity times={times} /> : null}
      <div className="ends" aria-hidden>
        <span>
          <ClinicalText>{formatTime(times, instantAt(times, first))}</ClinicalText>
        </span>
        <span>
          <ClinicalText>{formatTime(times, instantAt(times, last))}</ClinicalText>
        </span>
      </div>
    </Box>
  );
}

/** The number of changes along the slider. Hidden from screen readers, which have the button of the next change. */
const ChangeDensity = memo(function Busy({ times }: { times: ChangeTimes }) {
  const shares = useMemo(() => changeDensity(times, PARTS), [times]);
  return (
    <div className="busy" aria-hidden>
      {shares.map((share, part) => (
        <i key={part} style={{ height: share === 0 ? 0 : `${20 + share * 80}%` }} />
      ))}
    </div>
  );
});
