import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import {
  memo,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentType,
  useLayoutEffect,
  type ClipboardEvent,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { loadWithRetry, withStyles, type Loading } from '../../platform/http/retry.ts';
import { RequiredMark } from '../forms/form-field.tsx';
import type { EditorProps } from './rich-text-editor.tsx';
import { isBlank, sanitize } from '../../platform/text/sanitize.ts';
import './rich-text.css';

interface Props {
  label: string;
  /** Read once: give another `key` for another text. */
  defaultHtml: string;
  onIdle: (html: string) => void;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Its label carries the mark; the form refuses a blank text by itself. */
  required?: boolean;
}

/** Once it has been loaded, it is drawn with its form: keys that lead into it find it there. */
let Loaded: ComponentType<EditorProps> | undefined;
const loadEditor = withStyles(() => import('./rich-text-editor.tsx'));

/**
 * Rich text to write. The editor (57 KB) is loaded when the first one opens. What is typed before it is there stands in
 * a plain field, and goes on in the editor. Where `onIdle` stays the same, typing elsewhere in its form redraws nothing
 * of it.
 */
export const RichText = memo(function RichText({
  label,
  defaultHtml,
  onIdle,
  placeholder = '',
  disabled = false,
  autoFocus = false,
  required = false,
}: Props) {
  const labelId = useId();
  const [Editor, setEditor] = useState(() => Loaded);
  const [handed, setHanded] = useState<HandedOver>();
  const [isFailed, setFailed] = useState(false);
  const loading = useRef<Loading>(undefined);
  const standIn = useRef<HTMLDivElement>(null);
  /** What waits for the end of a word that an input method is composing. */
  const composing = useRef({ isOn: false, whenEnded: () => undefined as void });
  const isThere = Editor !== undefined;
  useEffect(() => {
    if (isThere) return undefined;
    let isWanted = true;
    const takeOver = (Came: ComponentType<EditorProps>): void => {
      if (!isWanted) return;
      if (composing.current.isOn) {
        composing.current.whenEnded = () => takeOver(Came);
        return;
      }
      // In one go, so that no key falls between the two fields.
      flushSync(() => {
        setHanded(standIn.current ? handOver(standIn.current) : undefined);
        setEditor(() => Came);
      });
    };
    const started = loadWithRetry(loadEditor, {
      onLoaded: ({ RichTextEditor }) => {
        Loaded = RichTextEditor;
        takeOver(RichTextEditor);
      },
      onFailed: () => setFailed(true),
    });
    loading.current = started;
    return () => {
      isWanted = false;
      started.stop();
    };
  }, [isThere]);

  const shared = { labelledBy: labelId, placeholder, disabled, onIdle };
  return (
    <Box>
      <Box id={labelId} textStyle="xs" fontWeight="semibold" color="fg.muted" marginBlockEnd="1">
        {label}
        {required && <RequiredMark />}
      </Box>
      <Box
        borderWidth="1px"
        borderColor="border.emphasized"
        borderRadius="l2"
        bg="bg.panel"
        minHeight="7rem"
        _focusWithin={{ outline: '2px solid', outlineColor: 'colorPalette.focusRing', outlineOffset: '-1px' }}
      >
        {Editor === undefined ? (
          <>
            {isFailed ? (
              <Box padding="3" role="alert">
                The text editor could not be loaded.{' '}
                <Button
                  size="xs"
                  variant="outline"
                  onClick={() => {
                    setFailed(false);
                    loading.current?.retryNow();
                  }}
                >
                  Try again
                </Button>
              </Box>
            ) : (
              <Skeleton height="2.3rem" />
            )}
            <RichTextPlaceholder
              {...shared}
              field={standIn}
              defaultHtml={defaultHtml}
              autoFocus={autoFocus}
              onComposing={(isOn) => {
                composing.current.isOn = isOn;
                if (!isOn) composing.current.whenEnded();
              }}
            />
          </>
        ) : (
          <Editor
            {...shared}
            label={label}
            defaultHtml={handed?.html ?? defaultHtml}
            autoFocus={handed?.focused ?? autoFocus}
            caretAfter={handed?.before}
          />
        )}
      </Box>
    </Box>
  );
});

const EMPTY = '<p><br></p>';

interface RichTextPlaceholderProps {
  field: RefObject<HTMLDivElement | null>;
  labelledBy: string;
  defaultHtml: string;
  placeholder: string;
  disabled: boolean;
  autoFocus: boolean;
  onIdle: (html: string) => void;
  /** An input method is in the middle of a word, or has ended it: until then the text must stay where it is. */
  onComposing: (isComposing: boolean) => void;
}

/** Where one writes until the editor has been loaded: plain text that the editor goes on with. */
function RichTextPlaceholder({
  field,
  labelledBy,
  defaultHtml,
  placeholder,
  disabled,
  autoFocus,
  onIdle,
  onComposing,
}: RichTextPlaceholderProps) {
  const start = useRef({ defaultHtml, autoFocus });
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    const range = document.createRange();
    range.selectNodeContents(element);
    element.replaceChildren(range.createContextualFragment(sanitize(start.current.defaultHtml) || EMPTY));
    if (start.current.autoFocus) element.focus();
  }, [field]);
  // The words alone: what is pasted is cleaned by the editor only.
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
  };
  return (
    <div
      ref={field}
      className="rich-text rich-text-stand-in"
      role="textbox"
      aria-multiline
      aria-labelledby={labelledBy}
      tabIndex={0}
      contentEditable={!disabled}
      suppressContentEditableWarning
      data-placeholder={placeholder}
      onInput={() => field.current && onIdle(textIn(field.current))}
      onPaste={paste}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
    />
  );
}

const textIn = ({ innerHTML }: HTMLElement): string => (isBlank(innerHTML) ? '' : sanitize(innerHTML));

/** What the editor goes on with: the text, and where the caret is in it (the text before it), if it has the focus. */
interface HandedOver {
  html: string;
  focused: boolean;
  before: string | undefined;
}
function handOver(field: HTMLElement): HandedOver {
  const focused = document.activeElement === field;
  const caret = focused ? getSelection() : null;
  let before: string | undefined;
  if (caret && caret.rangeCount > 0) {
    const range = document.createRange();
    range.selectNodeContents(field);
    range.setEnd(caret.getRangeAt(0).endContainer, caret.getRangeAt(0).endOffset);
    const holder = document.createElement('div');
    holder.append(range.cloneContents());
    before = sanitize(holder.innerHTML);
  }
  return { html: textIn(field), focused, before };
}
