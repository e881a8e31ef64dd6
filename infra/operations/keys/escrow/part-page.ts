/** A part on one sheet of paper, and as plain text. */
import { renderSVG } from 'uqr';
import { escaped } from '../escaped-html.ts';
import { arabic, english, type PageWords, RESTORE_COMMAND } from './page-words.ts';
import { encodePart, type Part } from './part-code.ts';

export interface PageFacts {
  readonly installation: string;
  /** As `2026-11-26`. */
  readonly date: string;
}

const [BEGIN, END] = ['-----BEGIN PART-----', '-----END PART-----'];
/** Groups in a line. */
const ACROSS = 6;

/** @returns what lies between the marks of a text page; all of the text where there are none */
export function codeIn(text: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  return begin >= 0 && end > begin ? text.slice(begin + BEGIN.length, end) : text;
}

const rows = (part: Part, facts: PageFacts, words: PageWords): readonly (readonly [name: string, value: string])[] => [
  [words.installation, facts.installation],
  [words.date, facts.date],
  [words.keyId, part.keyId],
  [words.set, part.set],
  [words.part, words.partOf(part.number)],
];

export function partText(part: Part, facts: PageFacts): string {
  const groups = encodePart(part);
  const lines = groups.flatMap((_, at) => (at % ACROSS === 0 ? [groups.slice(at, at + ACROSS).join(' ')] : []));
  const section = (words: PageWords): readonly string[] => [
    words.title(part.number),
    '',
    ...rows(part, facts, words).map(([name, value]) => `${name}: ${value}`),
    '',
    words.keepTitle,
    ...words.keep.map((line) => `- ${line}`),
    '',
    words.restoreTitle,
    ...words.restore.map((line, at) => `${at + 1}. ${line}`),
    '',
  ];
  return [...section(english), BEGIN, ...lines, END, '', RESTORE_COMMAND, '', ...section(arabic)].join('\n');
}

export function partHtml(part: Part, facts: PageFacts): string {
  const groups = encodePart(part);
  const section = (words: PageWords, language: string, direction: string): string => `
  <section lang="${language}" dir="${direction}">
    <div><h2>${words.keepTitle}</h2><ul>${words.keep.map((line) => `<li>${line}</li>`).join('')}</ul></div>
    <div><h2>${words.restoreTitle}</h2><ol>${words.restore.map((line) => `<li>${line}</li>`).join('')}</ol></div>
  </section>`;
  const [inEnglish, inArabic] = [rows(part, facts, english), rows(part, facts, arabic)];
  const table = inEnglish.map(([name, value], at) => {
    const [arabicName = '', arabicValue = ''] = inArabic[at] ?? [];
    const isSame = arabicValue === value;
    return `<tr><th>${name}</th><td${isSame ? ' colspan="2"' : ''}><bdi>${escaped(value)}</bdi></td>${
      isSame ? '' : `<td lang="ar" dir="rtl">${escaped(arabicValue)}</td>`
    }<th lang="ar" dir="rtl">${arabicName}</th></tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>${english.title(part.number)}</title>
<style>${STYLE}</style>
</head>
<body>
  <header><h1>${english.title(part.number)}</h1><h1 lang="ar" dir="rtl">${arabic.title(part.number)}</h1></header>
  <table>${table.join('')}</table>
  <div class="code">
    <ol>${groups.map((group) => `<li><code>${group}</code></li>`).join('')}</ol>
    ${renderSVG(groups.join('-'), { border: 2, ecc: 'M' })}
  </div>${section(english, 'en', 'ltr')}
  <pre>${RESTORE_COMMAND}</pre>${section(arabic, 'ar', 'rtl')}
</body>
</html>
`;
}

const STYLE = `
@page { size: A4; margin: 14mm }
* { box-sizing: border-box }
body { max-width: 182mm; margin: 0 auto; padding: 4mm 0; color: #000; background: #fff;
  font: 10.5pt/1.4 system-ui, 'Segoe UI', 'Noto Sans', 'Noto Sans Arabic', Tahoma, sans-serif }
header { display: flex; justify-content: space-between; gap: 8mm; border-bottom: 0.5mm solid; padding-bottom: 2mm }
h1 { font-size: 16pt; margin: 0 }
h2 { font-size: 11pt; margin: 0 0 1mm }
table { width: 100%; border-collapse: collapse; margin: 3mm 0 }
th, td { padding: 1mm 2mm; border-bottom: 0.2mm solid #999; text-align: start; vertical-align: top }
th { font-weight: normal; color: #444; white-space: nowrap; width: 1% }
td { font-weight: 600 }
.code { display: flex; align-items: center; gap: 6mm; margin: 4mm 0; padding: 3mm; border: 0.4mm solid; break-inside: avoid }
.code ol { flex: 1; display: grid; grid-template-columns: repeat(4, 1fr); gap: 3mm 2mm; margin: 0; padding: 0; list-style: none;
  counter-reset: group }
.code li { counter-increment: group; white-space: nowrap }
.code li::before { content: counter(group); display: inline-block; width: 5mm; font-size: 8pt; color: #444 }
.code svg { width: 46mm; height: 46mm; flex: none }
code { font: 600 13pt/1 ui-monospace, 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', monospace;
  font-variant-numeric: slashed-zero; letter-spacing: 0.06em }
section { display: grid; grid-template-columns: 1fr 1fr; gap: 6mm }
ul, ol { margin: 0; padding-inline-start: 5mm }
li { margin-bottom: 0.8mm }
pre { font: 10pt ui-monospace, 'DejaVu Sans Mono', monospace; text-align: center; margin: 3mm 0; padding: 2mm;
  border: 0.2mm solid #999 }
`;
