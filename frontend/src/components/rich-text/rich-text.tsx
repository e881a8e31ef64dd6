import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import {
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentType,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { loadWithRetry, withStyles, type Loading } from '../../platform/http/retry.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { touch } from '../theme/system.ts';
import { RequiredMark } from '../forms/form-field.tsx';
import type { EditorProps } from './rich-text-editor.tsx';
import { isBlank, sanitize, sanitizedNodes } from '../../platform/text/sanitize.ts';
import './rich-text.css';

interface Props {
  label: string;
  /** Read once: another text needs another `key`. */
  defaultHtml: string;
  onIdle: (html: string) => void;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Marks the label. The form itself refuses a blank text. */
  required?: boolean;
  /** Texts that a button puts at the caret: the same list from one render to the next. */
  insertions?: EditorProps['insertions'];
  /** A higher number selects the first blank. */
  blankAsked?: number;
}

/** The height of the editor's toolbar. */
const toolbarHeight = { height: '2.3rem', [touch]: { height: { base: '5.75rem', md: '3rem' } } };

/** Once loaded, the editor renders with its form, so that the next key can focus it. */
let CachedEditor: ComponentType<EditorProps> | undefined;
const loadEditor = withStyles(() => import('./rich-text-editor.tsx'));

/**
 * A field for rich text. The editor (48 KB) is loaded when the first field opens. Until then a person types into a
 * plain field, and the editor takes over its text and caret. With a constant `onIdle` the field does not render again
 * when another field of the form changes.
 */
export const RichText = memo(function RichText({
  label,
  defaultHtml,
  onIdle,
  disabled = false,
  autoFocus = false,
  required = false,
  insertions,
  blankAsked,
}: Props) {
  const t = useTranslation();
  const labelId = useId();
  const [Editor, setEditor] = useState(() => CachedEditor);
  const [fieldState, setFieldState] = useState<FieldState>();
  const [isFailed, setFailed] = useState(false);
  const loading = useRef<Loading>(undefined);
  const placeholderField = useRef<HTMLDivElement>(null);
  /** While an input method composes a word, the editor waits for its end. */
  const composing = useRef({ isOn: false, whenEnded: () => undefined as void });
  const isLoaded = Editor !== undefined;
  useEffect(() => {
    if (isLoaded) return undefined;
    let isMounted = true;
    const replaceField = (LoadedEditor: ComponentType<EditorProps>): void => {
      if (!isMounted) return;
      if (composing.current.isOn) {
        composing.current.whenEnded = () => replaceField(LoadedEditor);
        return;
      }
      // Synchronous, so that no key is lost between the two fields.
      flushSync(() => {
        setFieldState(placeholderField.current ? readField(placeholderField.current) : undefined);
        setEditor(() => LoadedEditor);
      });
    };
    const started = loadWithRetry(loadEditor, {
      onLoaded: ({ RichTextEditor }) => {
        CachedEditor = RichTextEditor;
        replaceField(RichTextEditor);
      },
      onFailed: () => setFailed(true),
    });
    loading.current = started;
    return () => {
      isMounted = false;
      started.stop();
    };
  }, [isLoaded]);

  const shared = { labelledBy: labelId, disabled, onIdle };
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
                {t('richText.notLoaded')}{' '}
                <Button
                  size="xs"
                  variant="outline"
                  onClick={() => {
                    setFailed(false);
                    loading.current?.retryNow();
                  }}
                >
                  {t('component.tryAgain')}
                </Button>
              </Box>
            ) : (
              <Skeleton css={toolbarHeight} />
            )}
            <RichTextPlaceholder
              {...shared}
              field={placeholderField}
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
            defaultHtml={fieldState?.html ?? defaultHtml}
            autoFocus={fieldState?.focused ?? autoFocus}
            caretAfter={fieldState?.before}
            insertions={insertions}
            blankAsked={blankAsked}
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
  disabled: boolean;
  autoFocus: boolean;
  onIdle: (html: string) => void;
  /** Called when an input method starts and ends a word. Meanwhile the field must not be replaced. */
  onComposing: (isComposing: boolean) => void;
}

/** The plain field until the editor is loaded. */
function RichTextPlaceholder({
  field,
  labelledBy,
  defaultHtml,
  disabled,
  autoFocus,
  onIdle,
  onComposing,
}: RichTextPlaceholderProps) {
  const start = useRef({ defaultHtml, autoFocus });
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    const nodes = sanitizedNodes(start.current.defaultHtml);
    element.replaceChildren(nodes.hasChildNodes() ? nodes : sanitizedNodes(EMPTY));
    if (start.current.autoFocus) element.focus();
  }, [field]);
  // Only plain text is pasted: the editor sanitizes, this field does not.
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
  };
  return (
    <div
      ref={field}
      className="rich-text rich-text-placeholder"
      role="textbox"
      aria-multiline
      aria-labelledby={labelledBy}
      tabIndex={0}
      contentEditable={!disabled}
      suppressContentEditableWarning
      onInput={() => field.current && onIdle(textIn(field.current))}
      onPaste={paste}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
    />
  );
}

const textIn = ({ innerHTML }: HTMLElement): string => (isBlank(innerHTML) ? '' : sanitize(innerHTML));

/** The editor takes over the text and, if the field has the focus, the text before the caret. */
interface FieldState {
  html: string;
  focused: boolean;
  before: string | undefined;
}
function readField(field: HTMLElement): FieldState {
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
