import { useEffect, useRef, useState } from 'react';
import { openQuill, type OpenQuill } from './rich-text-quill.ts';
import { RichTextToolbar } from './rich-text-toolbar.tsx';
import './rich-text.css';

export interface EditorProps {
  label: string;
  labelledBy: string;
  /** Read once: another text needs another `key`. */
  defaultHtml: string;
  placeholder: string;
  disabled: boolean;
  autoFocus: boolean;
  /** Of a text that was begun before the editor was there: the part before the caret. */
  caretAfter?: string | undefined;
  /**
   * Called at the first keystroke, 300 ms after the last one, and at once when the focus leaves or a shortcut is
   * pressed.
   */
  onIdle: (html: string) => void;
}
const IDLE_MS = 300;

/** The editor itself, in a chunk of its own with Quill; use `RichText`. */
export function RichTextEditor({
  label,
  labelledBy,
  defaultHtml,
  placeholder,
  disabled,
  autoFocus,
  caretAfter,
  onIdle,
}: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const opened = useRef<OpenQuill | null>(null);
  const flush = useRef<() => void>(() => undefined);
  const report = useRef(onIdle);
  const [editor, setEditor] = useState<OpenQuill | null>(null);
  useEffect(() => {
    report.current = onIdle;
  });

  useEffect(() => {
    if (!host.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      report.current(open.html());
    };
    const open = openQuill(host.current, {
      html: defaultHtml,
      placeholder,
      labelledBy,
      onChange: () => {
        // That something is typed is told at once: what comes from elsewhere would take the place of a text that nobody
        // has touched.
        if (timer === undefined) report.current(open.html());
        clearTimeout(timer);
        timer = setTimeout(tell, IDLE_MS);
      },
    });
    flush.current = tell;
    opened.current = open;
    setEditor(open);
    if (autoFocus) open.quill.focus();
    if (autoFocus && caretAfter !== undefined) open.quill.setSelection(open.lengthOf(caretAfter), 0, 'silent');
    return () => {
      tell();
      open.close();
      opened.current = null;
    };
    // Text, placeholder and focus are those of the moment of opening.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [labelledBy]);
  useEffect(() => opened.current?.quill.enable(!disabled), [disabled, editor]);

  return (
    // The listeners only hurry up what the editor below tells anyway.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="rich-text-frame"
      onBlur={() => flush.current()}
      onKeyDownCapture={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape') flush.current();
      }}
    >
      {/* Shown above the text but reached after it: Tab from the field before goes to where one writes. */}
      <div ref={host} className="rich-text-host" />
      {editor ? <RichTextToolbar quill={editor.quill} label={label} disabled={disabled} /> : null}
    </div>
  );
}
