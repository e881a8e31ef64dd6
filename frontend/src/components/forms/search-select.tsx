import { createListCollection } from '@chakra-ui/react/collection';
import { Combobox, useComboboxContext, useComboboxStyles } from '@chakra-ui/react/combobox';
import { Field } from '@chakra-ui/react/field';
import { Portal } from '@chakra-ui/react/portal';
import { Check } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { bufferKeys, type EndBuffering } from '../../platform/keyboard/key-buffer.ts';
import { runWhenIdle } from '../../platform/browser/run-when-idle.ts';
import { searchableChoices, search, type Choice } from '../../platform/text/search.ts';
import { ClinicalName } from '../text/clinical-text.tsx';
import { RequiredMark } from './required-mark.tsx';
import { afterPaint } from '../deferred-render.tsx';

/**
 * Of a list that is looked through. More make it slow (measured: 3,000 shown cost 1.6 s to open, 30 cost 0.2 s) and
 * nobody reads them.
 */
const SHOWN = 30;
/** Of what is typed for: each is drawn anew with each key, and as many are in sight. */
const FOUND = 12;
const NONE: readonly Choice[] = [];

type GoOn = () => HTMLElement | null | undefined;

interface Props {
  label: string;
  choices: readonly Choice[] | undefined;
  /** Read once: give another `key` for another start. */
  defaultChoice: Choice | undefined;
  /** @returns what finds where the focus goes on, within the same event; nothing where it stays */
  onPick: (choice: Choice) => GoOn | void;
  placeholder?: string;
  noneText: string;
  moreText: (shown: number, all: number) => string;
  error?: string | undefined;
  disabled?: boolean;
  required?: boolean;
  /** What is picked goes elsewhere, and the field is empty for the next. */
  clears?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/**
 * The key that opens the list is answered by its letter: the list is placed after the paint that shows it, and then has
 * its rows. And it is placed once a time: on opening the library begins a second placing within the first, and each of
 * them measures the page.
 */
function usePlacing() {
  const [isPlaced, setPlaced] = useState(false);
  const [placing] = useState(() => {
    let isNew = false;
    let isPlacing = false;
    return {
      onOpenChange({ open }: { open: boolean }): void {
        isNew = open;
        setPlaced(false);
      },
      positioning: {
        async updatePosition({ updatePosition }: { updatePosition: () => Promise<void> }): Promise<void> {
          if (isPlacing) return;
          isPlacing = true;
          try {
            if (isNew) await new Promise<void>(afterPaint);
            await updatePosition();
            if (isNew) setPlaced(true);
            isNew = false;
          } finally {
            isPlacing = false;
          }
        },
      },
    };
  });
  return { isPlaced, ...placing };
}

/**
 * Moves the focus on within the event: keys that are typed right behind it belong to the next field. The list asks for
 * its own focus back with the next frame, for having been opened and for having been closed; until then its field does
 * not take it.
 */
function goOn(from: HTMLInputElement, find: GoOn): void {
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

/** One of a long list, found by typing. Enter takes the highlighted one; nothing is picked by itself. */
export function SearchSelect({
  label,
  choices,
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
  const { found, total } = useMemo(() => search(prepared, sought, sought === '' ? SHOWN : FOUND), [prepared, sought]);
  /** Where an arrow key or the pointer went, while what is typed is the same. */
  const [gone, setGone] = useState<{ typed: string; to: string | null }>();
  // The best match has the mark at once: the list's own comes a frame later, and Enter may be quicker.
  const marked = gone?.typed === typed ? gone.to : sought === '' ? null : (found[0]?.id ?? null);
  // The picked one has to be in the collection, or its name could not be shown again after leaving the field.
  const items = useMemo(
    () => (picked && sought === '' ? [picked, ...found.filter(({ id }) => id !== picked.id)] : found),
    [picked, sought, found],
  );
  const collection = useMemo(
    () => createListCollection({ items, itemToValue: ({ id }) => id, itemToString: ({ label: text }) => text }),
    [items],
  );

  const { isPlaced, ...placing } = usePlacing();
  /** Making the list takes as long as ten keys in it: it is made ahead, between focus and the first key. */
  const [focused, setFocused] = useState(false);
  const [made, setMade] = useState(false);
  const ownRef = useRef<HTMLInputElement>(null);
  const field = inputRef ?? ownRef;
  /** Enter before there is a list to choose from: it waits for that, and what is typed behind it as well. */
  const [waiting, setWaiting] = useState<EndBuffering>();
  const isThere = choices !== undefined;
  useEffect(() => {
    if (isThere) waiting?.('type');
  }, [waiting, isThere]);
  useEffect(() => () => waiting?.('drop'), [waiting]);
  useEffect(() => (focused ? runWhenIdle(() => setMade(true)) : undefined), [focused]);

  return (
    <Field.Root invalid={error !== undefined} disabled={disabled} required={required}>
      <Combobox.Root
        collection={collection}
        {...(clears ? { value: [], selectionBehavior: 'clear' } : { defaultValue: picked ? [picked.id] : [] })}
        defaultInputValue={picked?.label ?? ''}
        inputBehavior="autohighlight"
        openOnClick
        lazyMount={!made}
        unmountOnExit={!made}
        size="sm"
        {...placing}
        highlightedValue={marked}
        onHighlightChange={({ highlightedValue }) => setGone({ typed, to: highlightedValue })}
        onInputValueChange={({ inputValue }) => setTyped(inputValue)}
        onValueChange={({ items: [item] }) => {
          if (!item) return;
          if (!clears) setPicked(item);
          const find = onPick(item);
          // Behind what the list does with the same key.
          if (find)
            queueMicrotask(() => {
              if (field.current) goOn(field.current, find);
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
            enterKeyHint="next"
            onFocus={(event) => {
              event.target.select();
              setFocused(true);
            }}
            onKeyDownCapture={(event) => {
              if (event.key !== 'Enter' || isThere || event.currentTarget.value === '' || event.nativeEvent.isComposing)
                return;
              event.preventDefault();
              event.stopPropagation();
              if (waiting) return;
              const end = bufferKeys(event.nativeEvent);
              setWaiting(() => end);
            }}
          />
          <Combobox.IndicatorGroup>
            <Combobox.Trigger aria-label={label} />
          </Combobox.IndicatorGroup>
        </Combobox.Control>
        <Portal>
          <Combobox.Positioner>
            <List
              isPlaced={isPlaced}
              items={items}
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

/**
 * Plain elements with the recipe's look: all of them are drawn anew with each key, and a Chakra part for each took half
 * of what a key takes.
 */
function List({
  isPlaced,
  items,
  more,
  noneText,
}: {
  isPlaced: boolean;
  items: readonly Choice[];
  more: string | undefined;
  noneText: string;
}) {
  const { getItemProps, getItemState } = useComboboxContext();
  const { item: look } = useComboboxStyles();
  return (
    <Combobox.Content
      visibility={isPlaced ? undefined : 'hidden'}
      css={{
        '& [role=option]': look,
        '& .detail': { opacity: 0.72 },
        '& .more': { padding: '4px 8px', opacity: 0.72, fontSize: 'xs' },
      }}
    >
      <Combobox.Empty>{noneText}</Combobox.Empty>
      {(isPlaced ? items : NONE).map((item) => (
        <div key={item.id} {...getItemProps({ item })}>
          <span>
            <ClinicalName>{item.label}</ClinicalName>
            {item.detail && item.detail !== item.label ? (
              <span className="detail">
                {' '}
                · <ClinicalName>{item.detail}</ClinicalName>
              </span>
            ) : null}
          </span>
          {getItemState({ item }).selected ? <Check aria-hidden /> : null}
        </div>
      ))}
      {more === undefined ? null : <div className="more">{more}</div>}
    </Combobox.Content>
  );
}
