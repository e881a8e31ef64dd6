import { createListCollection } from '@chakra-ui/react/collection';
import { Combobox } from '@chakra-ui/react/combobox';
import { Field } from '@chakra-ui/react/field';
import { Portal } from '@chakra-ui/react/portal';
import { useMemo, useState, type Ref } from 'react';
import { prepare, search, type Choice } from '../lib/search.ts';

/** More make the list slow (measured: 3,000 shown cost 1.6 s to open, 30 cost 0.2 s) and nobody reads them. */
const SHOWN = 30;

interface Props {
  label: string;
  choices: readonly Choice[] | undefined;
  /** Read once: give another `key` for another start. */
  defaultChoice: Choice | undefined;
  onPick: (choice: Choice) => void;
  placeholder?: string;
  noneText: string;
  moreText: (shown: number, all: number) => string;
  error?: string | undefined;
  disabled?: boolean;
  required?: boolean;
  /** What is picked goes elsewhere, and the field is empty for the next. */
  clears?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** One of a long list, found by typing. Enter takes the highlighted one; nothing is picked by itself. */
export function SearchSelect({ label, choices, defaultChoice, onPick, placeholder, noneText, moreText, error, disabled = false, required = true, clears = false, inputRef }: Props) {
  const [picked, setPicked] = useState(defaultChoice);
  const [typed, setTyped] = useState('');
  const prepared = useMemo(() => prepare(choices ?? []), [choices]);
  const { found, total } = useMemo(() => search(prepared, typed === picked?.label ? '' : typed, SHOWN), [prepared, typed, picked]);
  // The picked one has to be in the collection, or its name could not be shown again after leaving the field.
  const items = useMemo(() => (picked && (typed === '' || typed === picked.label) ? [picked, ...found.filter(({ id }) => id !== picked.id)] : found), [picked, typed, found]);
  const collection = useMemo(() => createListCollection({ items, itemToValue: ({ id }) => id, itemToString: ({ label: text }) => text }), [items]);

  return (
    <Field.Root invalid={error !== undefined} disabled={disabled} required={required}>
      <Combobox.Root
        collection={collection}
        {...(clears ? { value: [], selectionBehavior: 'clear' } : { defaultValue: picked ? [picked.id] : [] })}
        defaultInputValue={picked?.label ?? ''}
        inputBehavior="autohighlight"
        openOnClick
        size="sm"
        onInputValueChange={({ inputValue }) => setTyped(inputValue)}
        onValueChange={({ items: [item] }) => {
          if (!item) return;
          if (!clears) setPicked(item);
          onPick(item);
        }}
      >
        <Combobox.Label textStyle="xs" fontWeight="semibold" color="fg.muted">{label}</Combobox.Label>
        <Combobox.Control>
          <Combobox.Input ref={inputRef} borderColor="border.emphasized" placeholder={placeholder} dir="auto" enterKeyHint="next" onFocus={(event) => event.target.select()} />
          <Combobox.IndicatorGroup><Combobox.Trigger aria-label={label} /></Combobox.IndicatorGroup>
        </Combobox.Control>
        <Portal>
          <Combobox.Positioner>
            <Combobox.Content>
              <Combobox.Empty>{noneText}</Combobox.Empty>
              {items.map((item) => (
                <Combobox.Item key={item.id} item={item}>
                  <span>
                    <bdi>{item.label}</bdi>
                    {item.detail && item.detail !== item.label ? <span style={{ opacity: 0.72 }}> · <bdi>{item.detail}</bdi></span> : null}
                  </span>
                  <Combobox.ItemIndicator />
                </Combobox.Item>
              ))}
              {total > found.length ? <div style={{ padding: '4px 8px', opacity: 0.72, fontSize: '0.75rem' }}>{moreText(found.length, total)}</div> : null}
            </Combobox.Content>
          </Combobox.Positioner>
        </Portal>
      </Combobox.Root>
      {error !== undefined ? <Field.ErrorText>{error}</Field.ErrorText> : null}
    </Field.Root>
  );
}
