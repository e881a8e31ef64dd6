import { createListCollection } from '@chakra-ui/react/collection';
import { Combobox, useComboboxContext, useComboboxStyles } from '@chakra-ui/react/combobox';
import { Field } from '@chakra-ui/react/field';
import { Portal } from '@chakra-ui/react/portal';
import { Check } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { bufferKeys, type EndBuffering } from '../../platform/keyboard/key-buffer.ts';
import { runWhenIdle } from '../../platform/browser.ts';
import { search, searchableChoices, type Choice } from '../../platform/text/search.ts';
import { ClinicalName } from '../text/clinical-text.tsx';
import { touch } from '../theme/system.ts';
import { RequiredMark } from './form-field.tsx';
import { afterPaint } from '../deferred-render.tsx';

/** Choices without a search text. Measured: 3,000 choices take 1.6 s to open, 30 take 0.2 s. */
const SHOWN = 30;
/** Choices for a search text: each renders again with each key, and 12 fit into the list. */
const FOUND = 12;
const NONE: readonly Choice[] = [];

/** Finds the field that gets the focus after a choice. */
export type FindNextField = () => HTMLElement | null | undefined;

/** The icon stands at the end of the page's line, and the text may have the other direction. */
const besideIcon = {
  'html[dir=ltr] &': {
    paddingLeft: 'var(--combobox-input-padding-x)',
    paddingRight: 'var(--combobox-input-padding-end)',
  },
  'html[dir=rtl] &': {
    paddingLeft: 'var(--combobox-input-padding-end)',
    paddingRight: 'var(--combobox-input-padding-x)',
  },
};

interface Props {
  label: string;
  choices: readonly Choice[] | undefined;
  /** Choices that come before others that match as well, by their ids, and the mark that they get in the list. */
  first?: { readonly ids: readonly string[]; readonly mark: string } | undefined;
  /** Read once: another default needs another `key`. */
  defaultChoice: Choice | undefined;
  /** @returns finds the field that gets the focus next, within the same event; undefined: the focus stays */
  onPick: (choice: Choice) => FindNextField | void;
  placeholder?: string;
  noneText: string;
  moreText: (shown: number, all: number) => string;
  error?: string | undefined;
  disabled?: boolean;
  required?: boolean;
  /** Empties the field after a pick: the choice is shown elsewhere. */
  clears?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/**
 * Positions the list after the paint that shows the typed letter, and renders its rows then. It is positioned once: on
 * opening, the library starts a second positioning within the first, and each one measures the page.
 */
function useDeferredPositioning() {
  const [isPositioned, setPositioned] = useState(false);
  const [callbacks] = useState(() => {
    let isNew = false;
    let isPositioning = false;
    return {
      onOpenChange({ open }: { open: boolean }): void {
        isNew = open;
        setPositioned(false);
      },
      positioning: {
        async updatePosition({ updatePosition }: { updatePosition: () => Promise<void> }): Promise<void> {
          if (isPositioning) return;
          isPositioning = true;
          try {
            if (isNew) await new Promise<void>(afterPaint);
            await updatePosition();
            if (isNew) setPositioned(true);
            isNew = false;
          } finally {
            isPositioning = false;
          }
        },
      },
    };
  });
  return { isPositioned, ...callbacks };
}

/**
 * Moves the focus within the event: the next keys belong to the next field. The list asks for its focus in the two next
 * frames (after it opened and after it closed); until then its field does not take the focus.
 */
function moveFocus(from: HTMLInputElement, find: FindNextField): void {
  const to = find();
  if (!to || to === from) return;
  const stay = (): void => undefined;
  from.focus = stay;
  to.focus();
  afterFrames(2, () => {
    if (from.focus === stay) Reflect.deleteProperty(from, 'focus');
  });
}
const afterFrames = (frames: number, work: () => void): void => {
  if (frames === 0) work();
  else requestAnimationFrame(() => afterFrames(frames - 1, work));
};

/** A select for a long list, searched by typing. Enter picks the highlighted choice; nothing is picked by itself. */
export function SearchSelect({
  label,
  choices,
  first,
  defaultChoice,
  onPick,
  placeholder,
  noneText,
  moreText,
  error,
  disabled = false,
  required = true,
  clears = false,
  inputRef,
}: Props) {
  const [picked, setPicked] = useState(defaultChoice);
  const [typed, setTyped] = useState('');
  const prepared = searchableChoices(choices ?? NONE);
  const sought = typed === picked?.label ? '' : typed;
  const { found, total } = useMemo(
    () => search(prepared, sought, sought === '' ? SHOWN : FOUND, first?.ids),
    [prepared, sought, first?.ids],
  );
  /** The choice that an arrow key or the pointer highlighted, valid for one search text. */
  const [highlighted, setHighlighted] = useState<{ typed: string; to: string | null }>();
  // The best match is highlighted at once: the list would do it a frame later, and Enter may come earlier.
  const highlightedValue =
    highlighted?.typed === typed ? highlighted.to : sought === '' ? null : (found[0]?.id ?? null);
  // The picked choice must be in the collection: else its name is not restored when the field loses the focus.
  const items = useMemo(
    () => (picked && sought === '' ? [picked, ...found.filter(({ id }) => id !== picked.id)] : found),
    [picked, sought, found],
  );
  const collection = useMemo(
    () => createListCollection({ items, itemToValue: ({ id }) => id, itemToString: ({ label: text }) => text }),
    [items],
  );

  const { isPositioned, ...positioning } = useDeferredPositioning();
  /** Mounting the list takes as long as ten keys in it: it is mounted between the focus and the first key. */
  const [focused, setFocused] = useState(false);
  const [isListMounted, setListMounted] = useState(false);
  const ownRef = useRef<HTMLInputElement>(null);
  const field = inputRef ?? ownRef;
  /** Enter before the choices are loaded: it is buffered until then, with the keys after it. */
  const [buffering, setBuffering] = useState<EndBuffering>();
  const isLoaded = choices !== undefined;
  useEffect(() => {
    if (isLoaded) buffering?.('type');
  }, [buffering, isLoaded]);
  useEffect(() => () => buffering?.('drop'), [buffering]);
  useEffect(() => (focused ? runWhenIdle(() => setListMounted(true)) : undefined), [focused]);

  return (
    <Field.Root invalid={error !== undefined} disabled={disabled} required={required}>
      <Combobox.Root
        collection={collection}
        {...(clears ? { value: [], selectionBehavior: 'clear' } : { defaultValue: picked ? [picked.id] : [] })}
        defaultInputValue={picked?.label ?? ''}
        inputBehavior="autohighlight"
        openOnClick
        lazyMount={!isListMounted}
        unmountOnExit={!isListMounted}
        size="sm"
        {...positioning}
        highlightedValue={highlightedValue}
        onHighlightChange={(change) => setHighlighted({ typed, to: change.highlightedValue })}
        onInputValueChange={({ inputValue }) => setTyped(inputValue)}
        onValueChange={({ items: [item] }) => {
          if (!item) return;
          if (!clears) setPicked(item);
          const find = onPick(item);
          // After the list's own work with the same key.
          if (find)
            queueMicrotask(() => {
              if (field.current) moveFocus(field.current, find);
            });
        }}
      >
        <Combobox.Label textStyle="xs" fontWeight="semibold" color="fg.muted">
          {label}
          {required ? <RequiredMark /> : null}
        </Combobox.Label>
        <Combobox.Control>
          <Combobox.Input
            ref={field}
            borderColor="border.emphasized"
            placeholder={placeholder}
            dir="auto"
            css={besideIcon}
            enterKeyHint="next"
            onFocus={(event) => {
              event.target.select();
              setFocused(true);
            }}
            onKeyDownCapture={(event) => {
              if (
                event.key !== 'Enter' ||
                isLoaded ||
                event.currentTarget.value === '' ||
                event.nativeEvent.isComposing
              )
                return;
              event.preventDefault();
              event.stopPropagation();
              if (buffering) return;
              const end = bufferKeys(event.nativeEvent);
              setBuffering(() => end);
            }}
          />
          <Combobox.IndicatorGroup>
            <Combobox.Trigger aria-label={label} css={{ [touch]: { minWidth: '8', minHeight: '11' } }} />
          </Combobox.IndicatorGroup>
        </Combobox.Control>
        <Portal>
          <Combobox.Positioner>
            <List
              isPositioned={isPositioned}
              items={items}
              first={first}
              more={total > found.length ? moreText(found.length, total) : undefined}
              noneText={noneText}
            />
          </Combobox.Positioner>
        </Portal>
      </Combobox.Root>
      {error !== undefined ? <Field.ErrorText>{error}</Field.ErrorText> : null}
    </Field.Root>
  );
}

/** Plain elements with the recipe's styles: all render with each key. With Chakra parts a key took twice as long. */
function List({
  isPositioned,
  items,
  first,
  more,
  noneText,
}: {
  isPositioned: boolean;
  items: readonly Choice[];
  first: Props['first'];
  more: string | undefined;
  noneText: string;
}) {
  const { getItemProps, getItemState } = useComboboxContext();
  const { item: itemStyle } = useComboboxStyles();
  return (
    <Combobox.Content
      visibility={isPositioned ? undefined : 'hidden'}
      css={{
        '& [role=option]': { ...itemStyle, [touch]: { minHeight: '11' } },
        '& .detail': { opacity: 0.72 },
        '& .more': { padding: '4px 8px', opacity: 0.72, fontSize: 'xs' },
      }}
    >
      <Combobox.Empty>{noneText}</Combobox.Empty>
      {(isPositioned ? items : NONE).map((item) => (
        <div key={item.id} {...getItemProps({ item })}>
          <span>
            <ClinicalName>{item.label}</ClinicalName>
            {item.detail && item.detail !== item.label ? (
              <span className="detail">
                {' '}
                · <ClinicalName>{item.detail}</ClinicalName>
              </span>
            ) : null}
            {first?.ids.includes(item.id) ? <span className="detail"> · {first.mark}</span> : null}
          </span>
          {getItemState({ item }).selected ? <Check aria-hidden /> : null}
        </div>
      ))}
      {more === undefined ? null : <div className="more">{more}</div>}
    </Combobox.Content>
  );
}
