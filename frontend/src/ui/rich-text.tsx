import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { memo, useEffect, useId, useRef, useState, type ComponentType } from 'react';
import { loadUntilThere, withStyles, type Loading } from '../lib/load-until-there.ts';
import { RequiredMark } from './required-mark.tsx';
import type { EditorProps } from './rich-text-editor.tsx';

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

const loadEditor = withStyles(() => import('./rich-text-editor.tsx'));

/** Rich text to write. The editor (57 KB) is loaded when the first one opens; where `onIdle` stays the same, what is typed elsewhere in its form draws nothing of it anew. */
export const RichText = memo(function RichText({ label, defaultHtml, onIdle, placeholder = '', disabled = false, autoFocus = false, required = false }: Props) {
  const labelId = useId();
  const [Editor, setEditor] = useState<ComponentType<EditorProps> | 'failed' | null>(null);
  const loading = useRef<Loading>(undefined);
  useEffect(() => {
    const started = loadUntilThere(loadEditor, {
      loaded: ({ RichTextEditor }) => setEditor(() => RichTextEditor),
      failed: () => setEditor('failed'),
    });
    loading.current = started;
    return started.stop;
  }, []);

  return (
    <Box>
      <Box id={labelId} textStyle="xs" fontWeight="semibold" color="fg.muted" marginBlockEnd="1">
        {label}{required && <RequiredMark />}
      </Box>
      <Box borderWidth="1px" borderColor="border.emphasized" borderRadius="l2" bg="bg.panel" minHeight="7rem" _focusWithin={{ outline: '2px solid', outlineColor: 'colorPalette.focusRing', outlineOffset: '-1px' }}>
        {Editor === null ? <Skeleton height="7rem" /> : null}
        {Editor === 'failed' ? (
          <Box padding="3" role="alert">
            The text editor could not be loaded.{' '}
            <Button size="xs" variant="outline" onClick={() => { setEditor(null); loading.current?.now(); }}>
              Try again
            </Button>
          </Box>
        ) : null}
        {Editor !== null && Editor !== 'failed' ? (
          <Editor label={label} labelledBy={labelId} defaultHtml={defaultHtml} placeholder={placeholder} disabled={disabled} autoFocus={autoFocus} onIdle={onIdle} />
        ) : null}
      </Box>
    </Box>
  );
});
