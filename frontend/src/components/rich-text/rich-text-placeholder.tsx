/** Where one writes until the editor has been loaded: plain text that the editor goes on with. */
import { useLayoutEffect, useRef, type ClipboardEvent, type RefObject } from 'react';
import { isBlank, sanitize } from '../../platform/text/sanitize.ts';
import './rich-text.css';

const EMPTY = '<p><br></p>';

export interface RichTextPlaceholderProps {
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

export function RichTextPlaceholder({
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
export interface HandedOver {
  html: string;
  focused: boolean;
  before: string | undefined;
}
export function handOver(field: HTMLElement): HandedOver {
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
