import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { Box } from '@chakra-ui/react/box';
import { HStack } from '@chakra-ui/react/stack';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { Bold, Heading, Italic, Link2, List, ListOrdered, PilcrowLeft, Quote, Underline } from 'lucide-react';
import type Quill from 'quill/core.js';
import { openQuill, type OpenQuill } from './rich-text-quill.ts';
import { selectBlank } from './blanks.ts';
import { linkAddress } from './link-address.ts';
import { FormField } from '../forms/form-field.tsx';
import { zeroHint } from '../text/clinical-text.tsx';
import { numberWithoutZero } from '../../platform/text/text-spans.ts';
import './rich-text.css';
import type { MessageId } from '../../platform/language/language.ts';
import { lineStep } from '../../platform/keyboard/line-step.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

export interface Insertion {
  readonly text: string;
  readonly name: string;
}
const noInsertions: readonly Insertion[] = [];
export interface EditorProps {
  label: string;
  labelledBy: string;
  /** Read once: another text needs another `key`. */
  defaultHtml: string;
  disabled: boolean;
  autoFocus: boolean;
  /** The text before the caret, if the person began to type before the editor was loaded. */
  caretAfter?: string | undefined;
  /** Texts that a button puts at the caret, each with its meaning. */
  insertions?: readonly Insertion[] | undefined;
  /** A higher number selects the first blank. */
  blankAsked?: number | undefined;
  /**
   * Called at the first keystroke, 300 ms after the last one, and at once when the focus leaves or a shortcut is
   * pressed.
   */
  onIdle: (html: string) => void;
}
const IDLE_MS = 300;

/** The editor, in a chunk of its own with Quill. Use `RichText`. */
export function RichTextEditor({
  label,
  labelledBy,
  defaultHtml,
  disabled,
  autoFocus,
  caretAfter,
  insertions = noInsertions,
  blankAsked,
  onIdle,
}: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const opened = useRef<OpenQuill | null>(null);
  const flush = useRef<() => void>(() => undefined);
  const report = useRef(onIdle);
  const [editor, setEditor] = useState<OpenQuill | null>(null);
  const [withoutZero, setWithoutZero] = useState<string>();
  useEffect(() => {
    report.current = onIdle;
  });

  useEffect(() => {
    if (!host.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reportChange = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      setWithoutZero(numberWithoutZero(open.quill.getText()));
      report.current(open.html());
    };
    const open = openQuill(host.current, {
      html: defaultHtml,
      labelledBy,
      onChange: () => {
        // The first change is reported at once: an update from the server replaces a text that is unchanged.
        if (timer === undefined) report.current(open.html());
        clearTimeout(timer);
        timer = setTimeout(reportChange, IDLE_MS);
      },
    });
    flush.current = reportChange;
    opened.current = open;
    setEditor(open);
    setWithoutZero(numberWithoutZero(open.quill.getText()));
    if (autoFocus) open.quill.focus();
    if (autoFocus) selectBlank(open.quill.root, false);
    if (autoFocus && caretAfter !== undefined) open.quill.setSelection(open.lengthOf(caretAfter), 0, 'silent');
    return () => {
      reportChange();
      open.close();
      opened.current = null;
    };
    // Text and focus are read once, when the editor opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [labelledBy]);
  useEffect(() => opened.current?.quill.enable(!disabled), [disabled, editor]);
  const [askedBefore] = useState(blankAsked);
  useEffect(() => {
    if (blankAsked !== askedBefore && opened.current) selectBlank(opened.current.quill.root, false);
  }, [blankAsked, askedBefore]);

  return (
    // The listeners report earlier what the editor reports anyway, and lead to the next blank.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="rich-text-frame"
      onBlur={() => flush.current()}
      onKeyDownCapture={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape') flush.current();
        const root = opened.current?.quill.root;
        // After the last blank Tab leaves the text, as without blanks.
        if (event.key === 'Tab' && !event.shiftKey && event.target === root && root && selectBlank(root, true))
          event.preventDefault();
      }}
    >
      {/* The toolbar is above the text but later in the tab order: Tab from the previous field leads to the text. */}
      <div ref={host} className="rich-text-host" />
      {withoutZero !== undefined && (
        <Box order={2} paddingInline="3" paddingBlockEnd="2" textStyle="xs" role="status">
          {zeroHint(withoutZero)}
        </Box>
      )}
      {editor ? (
        <RichTextToolbar quill={editor.quill} label={label} disabled={disabled} insertions={insertions} />
      ) : null}
    </div>
  );
}

/** Buttons only: Quill's own header picker has no name for a screen reader. */
const buttons: readonly { name: MessageId; format: string; value: unknown; Icon: ComponentType<{ size?: number }> }[] =
  [
    { name: 'richText.bold', format: 'bold', value: true, Icon: Bold },
    { name: 'richText.italic', format: 'italic', value: true, Icon: Italic },
    { name: 'richText.underline', format: 'underline', value: true, Icon: Underline },
    { name: 'richText.heading', format: 'header', value: 2, Icon: Heading },
    { name: 'richText.bullets', format: 'list', value: 'bullet', Icon: List },
    { name: 'richText.numbers', format: 'list', value: 'ordered', Icon: ListOrdered },
    { name: 'richText.quotation', format: 'blockquote', value: true, Icon: Quote },
    { name: 'richText.rightToLeft', format: 'direction', value: 'rtl', Icon: PilcrowLeft },
    { name: 'richText.link', format: 'link', value: true, Icon: Link2 },
  ];

/** Lists and quotations as the text has them; the digits of the list stay readable. */
const mirroredIcons = {
  '& .lucide-list, & .lucide-list-ordered, & .lucide-quote': { _rtl: { transform: 'scaleX(-1)' } },
  '& .lucide-list-ordered path:nth-of-type(n + 4)': {
    transformBox: 'view-box',
    transformOrigin: '4.7px 0',
    _rtl: { transform: 'scaleX(-1)' },
  },
};

/** One tab stop; the arrow keys move within (WAI-ARIA toolbar). */
function RichTextToolbar({
  quill,
  label,
  disabled,
  insertions,
}: {
  quill: Quill;
  label: string;
  disabled: boolean;
  insertions: readonly Insertion[];
}) {
  const t = useTranslation();
  const [active, setActive] = useState<Record<string, unknown>>({});
  const [current, setCurrent] = useState(0);
  const [address, setAddress] = useState<{
    index: number;
    length: number;
    href: string;
    isRefused?: boolean;
  } | null>(null);

  useEffect(() => {
    const read = () => {
      const range = quill.getSelection();
      setActive(range ? quill.getFormat(range) : {});
    };
    quill.on('editor-change', read);
    return () => {
      quill.off('editor-change', read);
    };
  }, [quill]);

  const isOn = (format: string, value: unknown) =>
    format === 'link' ? active[format] !== undefined : active[format] === value;
  const press = (format: string, value: unknown) => {
    quill.focus();
    const range = quill.getSelection(true);
    if (format !== 'link') return void quill.format(format, isOn(format, value) ? false : value, 'user');
    if (isOn(format, value)) return void quill.format('link', false, 'user');
    if (range.length > 0) setAddress({ index: range.index, length: range.length, href: 'https://' });
  };
  const insert = (text: string) => {
    const { index, length } = quill.getSelection(true);
    quill.deleteText(index, length, 'user');
    quill.insertText(index, text, 'user');
    quill.setSelection(index + text.length, 0);
  };
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = lineStep(event.key);
    if (step === undefined) return;
    event.preventDefault();
    const all = buttons.length + insertions.length;
    const next = (current + step + all) % all;
    setCurrent(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  const closeAddress = (href: string | null) => {
    if (!address) return;
    const target = href ? linkAddress(href) : undefined;
    if (href && target === undefined) return setAddress({ ...address, isRefused: true });
    if (target !== undefined) quill.formatText(address.index, address.length, 'link', target, 'user');
    setAddress(null);
    quill.setSelection(address.index + address.length, 0);
    quill.focus();
  };

  return (
    <>
      <HStack
        role="toolbar"
        aria-label={t('richText.format', { label })}
        gap="0"
        paddingInline="1"
        paddingBlock="0.5"
        flexWrap="wrap"
        borderBlockEndWidth="1px"
        borderColor="border"
        onKeyDown={move}
        css={mirroredIcons}
      >
        {buttons.map(({ name, format, value, Icon }, index) => (
          <IconButton
            key={name}
            aria-label={t(name)}
            title={t(name)}
            aria-pressed={isOn(format, value)}
            tabIndex={index === current ? 0 : -1}
            disabled={disabled}
            variant={isOn(format, value) ? 'subtle' : 'ghost'}
            size="xs"
            // A press must not clear the selection in the text.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setCurrent(index)}
            onClick={() => press(format, value)}
          >
            <Icon size={15} />
          </IconButton>
        ))}
        {insertions.map(({ text, name }, at) => (
          <Button
            key={text}
            size="xs"
            variant="ghost"
            paddingInline="1.5"
            fontWeight="normal"
            dir="ltr"
            aria-label={`${text}: ${name}`}
            title={name}
            tabIndex={buttons.length + at === current ? 0 : -1}
            disabled={disabled}
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setCurrent(buttons.length + at)}
            onClick={() => insert(text)}
          >
            {text}
          </Button>
        ))}
      </HStack>
      {address ? (
        <FormField
          label={t('richText.address')}
          isLabelHidden
          {...(address.isRefused ? { error: <Box paddingInline="3">{t('richText.noAddress')}</Box> } : {})}
        >
          <Input
            size="sm"
            variant="flushed"
            paddingInline="3"
            autoFocus
            dir="ltr"
            type="url"
            value={address.href}
            onChange={(event) => setAddress({ ...address, href: event.target.value, isRefused: false })}
            onBlur={() => setAddress(null)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== 'Escape') return;
              event.preventDefault();
              event.stopPropagation();
              closeAddress(event.key === 'Enter' ? address.href : null);
            }}
          />
        </FormField>
      ) : null}
    </>
  );
}
