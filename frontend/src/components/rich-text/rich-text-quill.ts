/**
 * Quill 2.0.3 with the formats that rich text here may have and no others: without image, video and formula the way of
 * CVE-2025-15056 does not exist. `getSemanticHTML` is not used: it is that way, and it turns every space into `&nbsp;`.
 */
import Quill, { Delta } from 'quill/core.js';
import { AlignClass } from 'quill/formats/align.js';
import Blockquote from 'quill/formats/blockquote.js';
import Bold from 'quill/formats/bold.js';
import { DirectionClass } from 'quill/formats/direction.js';
import Header from 'quill/formats/header.js';
import IndentClass from 'quill/formats/indent.js';
import Italic from 'quill/formats/italic.js';
import Link from 'quill/formats/link.js';
import ListItem from 'quill/formats/list.js';
import Strike from 'quill/formats/strike.js';
import Underline from 'quill/formats/underline.js';
import { isBlank, sanitize } from '../../platform/text/sanitize.ts';
import { Isolate, isolateNumbers, withoutDivisions } from './rich-text-isolates.ts';

Quill.register(
  {
    'formats/align': AlignClass,
    'formats/blockquote': Blockquote,
    'formats/bold': Bold,
    'formats/direction': DirectionClass,
    'formats/header': Header,
    'formats/indent': IndentClass,
    'formats/isolate': Isolate,
    'formats/italic': Italic,
    'formats/link': Link,
    'formats/list': ListItem,
    'formats/strike': Strike,
    'formats/underline': Underline,
  },
  true,
);

/** `true` hands the key back to the browser: Tab leaves the editor instead of writing a tab (WCAG 2.1.2). */
const leave = (): boolean => true;
const asHeading = (level: 2 | 3) => (_node: Node, delta: Delta) =>
  delta.compose(new Delta().retain(delta.length(), { header: level }));

export interface OpenQuill {
  quill: Quill;
  /** The text within the allow-list; '' when a person would see nothing. */
  html(): string;
  /** As the editor counts places in a text. */
  lengthOf(html: string): number;
  close(): void;
}

/**
 * Opens an editor inside `host`. `close` leaves `host` empty, so that StrictMode's second mount finds nothing of the
 * first.
 */
export function openQuill(
  host: HTMLElement,
  options: { html: string; placeholder: string; labelledBy: string; onChange: () => void },
): OpenQuill {
  const container = host.appendChild(document.createElement('div'));
  container.className = 'rich-text';
  const quill = new Quill(container, {
    placeholder: options.placeholder,
    formats: [
      'align',
      'blockquote',
      'bold',
      'direction',
      'header',
      'indent',
      'isolate',
      'italic',
      'link',
      'list',
      'list-container',
      'strike',
      'underline',
    ],
    modules: {
      uploader: { mimetypes: [] },
      // The allow-list knows h2 and h3 only.
      clipboard: {
        matchers: [
          ['h1', asHeading(2)],
          ['h4, h5, h6', asHeading(3)],
        ],
      },
      keyboard: {
        bindings: {
          tab: { key: 'Tab', handler: leave },
          'remove tab': { key: 'Tab', shiftKey: true, handler: leave },
          indent: { key: 'Tab', handler: leave },
          outdent: { key: 'Tab', shiftKey: true, handler: leave },
        },
      },
    },
  });
  quill.root.setAttribute('role', 'textbox');
  quill.root.setAttribute('aria-multiline', 'true');
  quill.root.setAttribute('aria-labelledby', options.labelledBy);
  if (options.html !== '') quill.setContents(quill.clipboard.convert({ html: sanitize(options.html) }), 'silent');
  isolateNumbers(quill);
  quill.history.clear();
  const changed = () => {
    isolateNumbers(quill);
    options.onChange();
  };
  quill.on('text-change', changed);
  return {
    quill,
    html() {
      const html = withoutDivisions(
        sanitize(quill.root.innerHTML.replaceAll(/<span class="ql-ui"[^>]*><\/span>/g, '').replaceAll('\uFEFF', '')),
      );
      return isBlank(html) ? '' : html;
    },
    lengthOf: (html) => quill.clipboard.convert({ html: sanitize(html) }).length(),
    close() {
      quill.off('text-change', changed);
      host.replaceChildren();
    },
  };
}
