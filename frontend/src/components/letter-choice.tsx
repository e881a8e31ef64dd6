import { Box } from '@chakra-ui/react/box';
import { useId, type ReactNode } from 'react';
import { touch } from './theme/system.ts';

const phone = '@media (max-width: 767px)';

export interface Option<V extends string | number> {
  value: V | null;
  /** The label of the button: a letter, or a sign with a word. */
  mark: string;
  /** The key that chooses it, where that is not the mark. Shown where a keyboard is. */
  shortcut?: string;
  /** The full meaning, for screen readers and as a tooltip. */
  meaning: string;
  /** More about the meaning, below the letters while it is chosen and in the tooltip. */
  more?: string | undefined;
  /** Its colour when chosen: a step of harm of the theme. Default: the brand colour. */
  harm?: string;
}
interface Props<V extends string | number> {
  legend: string;
  /** Says which keys choose. */
  hint: string;
  options: readonly Option<V>[];
  value: V | null;
  onChoose: (value: V | null) => void;
  disabled?: boolean;
  /** Stands after the options. */
  helper?: ReactNode;
  /** Stands below the meaning of the chosen option. */
  note?: string | undefined;
}

const group = {
  border: 'none',
  padding: 0,
  margin: 0,
  minWidth: 0,
  '& legend': { fontSize: 'xs', fontWeight: 'semibold', color: 'fg.muted', marginBlockEnd: '1' },
  '& legend small': { fontSize: 'inherit', fontWeight: 'normal', marginInlineStart: '1' },
  '& .options': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '1',
    // Equal cells in reach of the thumb: five letters, or three words, in a row.
    [phone]: { display: 'grid', gridTemplateColumns: 'repeat(5, minmax(44px, 1fr))' },
    '&[data-words]': { [phone]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
  },
  '& label': {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: '34px',
    height: '34px',
    paddingInline: '2',
    borderRadius: 'l2',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    bg: 'bg.panel',
    fontWeight: 'semibold',
    fontSize: 'sm',
    cursor: 'pointer',
    userSelect: 'none',
    [touch]: { minWidth: '44px', height: '44px' },
  },
  '& .options > button': { [phone]: { gridColumn: '1 / -1' } },
  '& kbd': { fontSize: 'xs', fontWeight: 'normal', opacity: 0.8, marginInlineEnd: '1.5' },
  '& input': { position: 'absolute', inset: 0, opacity: 0, cursor: 'inherit', margin: 0 },
  '& label:has(:checked)': {
    bg: 'brand.solid',
    color: 'brand.contrast',
    borderColor: 'fg',
    boxShadow: 'inset 0 0 0 1px {colors.fg}',
  },
  '& label:has(:focus-visible)': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
  '&:disabled label': { opacity: 0.45, cursor: 'not-allowed' },
  '& label[data-harm=none]:has(:checked)': { bg: 'severity.none.bg', color: 'severity.none.fg' },
  '& label[data-harm=potential]:has(:checked)': { bg: 'severity.potential.bg', color: 'severity.potential.fg' },
  '& label[data-harm=reached]:has(:checked)': { bg: 'severity.reached.bg', color: 'severity.reached.fg' },
  '& label[data-harm=harm]:has(:checked)': { bg: 'severity.harm.bg', color: 'severity.harm.fg' },
  '& label[data-harm=grave]:has(:checked)': { bg: 'severity.grave.bg', color: 'severity.grave.fg' },
};

const withMore = ({ meaning, more }: Pick<Option<string>, 'meaning' | 'more'>): string =>
  more === undefined ? meaning : `${meaning} – ${more}`;

/** A few coded options as a row of native radio buttons: arrow keys and screen readers work as usual. */
export function LetterChoice<V extends string | number>({
  legend,
  hint,
  options,
  value,
  onChoose,
  disabled = false,
  helper,
  note,
}: Props<V>) {
  const name = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <Box asChild css={group}>
      <fieldset disabled={disabled}>
        <legend>
          {legend}
          <small className="key-hint">{hint}</small>
        </legend>
        <div className="options" data-words={options.some(({ mark }) => mark.length > 1) || undefined}>
          {options.map((option) => (
            <label key={String(option.value)} data-harm={option.harm} title={withMore(option)}>
              <input
                type="radio"
                name={name}
                aria-label={option.meaning}
                checked={option.value === value}
                onChange={() => onChoose(option.value)}
              />
              <span aria-hidden>
                {option.shortcut === undefined ? null : <kbd className="key-hint">{option.shortcut}</kbd>}
                {option.mark}
              </span>
            </label>
          ))}
          {helper}
        </div>
        {chosen && chosen.value !== null ? (
          <Box fontSize="xs" color="fg.muted" marginBlockStart="1" aria-hidden>
            {withMore(chosen)}
          </Box>
        ) : null}
        {note === undefined ? null : (
          <Box fontSize="xs" color="fg.muted">
            {note}
          </Box>
        )}
      </fieldset>
    </Box>
  );
}
