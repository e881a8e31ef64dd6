import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { memo, useEffect, useId, useRef, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { loadWithRetry, withStyles, type Loading } from '../../platform/http/retry.ts';
import { RequiredMark } from '../forms/required-mark.tsx';
import type { EditorProps } from './rich-text-editor.tsx';
import { handOver, RichTextPlaceholder, type HandedOver } from './rich-text-placeholder.tsx';

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
