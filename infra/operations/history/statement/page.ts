/** An anchor statement on paper: what a person compares, in both languages. */
import { type AnchorStatement, contentOf } from 'service-kit/event-log/anchor-statements';
import { renderSVG } from 'uqr';
import { escaped } from '../../keys/escaped-html.ts';

interface Words {
  readonly title: (number: number) => string;
  readonly installation: string;
  readonly at: string;
  readonly teams: string;
  readonly hash: string;
  readonly publicKey: string;
  readonly keep: string;
}
const english: Words = {
  title: (number) => `Anchor statement ${number}`,
  installation: 'Installation',
  at: 'Made on',
  teams: 'Teams',
  hash: 'Hash',
  publicKey: 'Public key',
  keep:
    'Keep this page with a person who does not administer the server. The statement’s file names the newest anchors of ' +
    'all teams; its hash is on this page. Exports of the history are checked against that file (docs/operations.md, ' +
    '“Verify”): this shows whether the end of the log was cut off afterwards.',
};
const arabic: Words = {
  title: (number) => `بيان رقم ${number} بالبصمات المرجعية`,
  installation: 'النظام',
  at: 'تاريخ الإنشاء',
  teams: 'عدد الفرق',
  hash: 'البصمة',
  publicKey: 'المفتاح العام',
  keep:
    'يرجى حفظ هذه الصفحة لدى شخص لا يدير الخادم. في ملف البيان أحدث البصمات المرجعية الموقّعة لكل الفرق، وبصمته في هذه الصفحة. ' +
    'عند مقارنة نسخة مُصدَّرة من السجل بهذا الملف يُعرف ما إذا كانت نهاية السجل قد حُذفت بعد هذا التاريخ.',
};

const groups = (hash: string): readonly string[] => hash.match(/.{1,4}/g) ?? [];

/** @param installation its name */
export function statementPage(statement: AnchorStatement, installation: string): string {
  const { number, at, teams } = contentOf(statement);
  const rows: readonly (readonly [name: keyof Words, value: string])[] = [
    ['installation', installation],
    ['at', at],
    ['teams', String(teams.filter(({ team }) => team !== '').length)],
    ['publicKey', statement.publicKey],
  ];
  const row = (name: keyof Words, value: string): string =>
    `<tr><th>${String(english[name])}</th><td><bdi>${escaped(value)}</bdi></td>` +
    `<th lang="ar" dir="rtl">${String(arabic[name])}</th></tr>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>${english.title(number)}</title>
<style>${STYLE}</style>
</head>
<body>
  <header><h1>${english.title(number)}</h1><h1 lang="ar" dir="rtl">${arabic.title(number)}</h1></header>
  <table>${rows.map(([name, value]) => row(name, value)).join('')}</table>
  <div class="code">
    <div><h2>${english.hash} · <span lang="ar">${arabic.hash}</span></h2>
    <ol dir="ltr">${groups(statement.hash)
      .map((group) => `<li><code>${group}</code></li>`)
      .join('')}</ol></div>
    ${renderSVG(statement.hash, { border: 2, ecc: 'M' })}
  </div>
  <p>${english.keep}</p>
  <p lang="ar" dir="rtl">${arabic.keep}</p>
</body>
</html>
`;
}

const STYLE = `
  @page { size: A4; margin: 18mm; }
  body { font: 11pt/1.5 system-ui, sans-serif; color: #000; background: #fff; max-width: 174mm; margin: 0 auto; }
  header { display: flex; justify-content: space-between; gap: 8mm; }
  h1 { font-size: 16pt; } h2 { font-size: 11pt; }
  table { width: 100%; border-collapse: collapse; }
  th, td { border: 0.3mm solid #999; padding: 2mm; text-align: start; overflow-wrap: anywhere; }
  .code { display: flex; align-items: center; justify-content: space-between; gap: 8mm; margin-block: 6mm; }
  .code svg { width: 34mm; height: 34mm; flex: none; }
  ol { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(4, max-content); gap: 2mm 6mm; }
  code { font: 14pt/1.4 ui-monospace, monospace; }
`;
