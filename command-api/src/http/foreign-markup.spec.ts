import { expect, test } from 'vitest';
import { sanitise } from './sanitise.ts';

test.each([
  ['a raised digit', '<p>WBC 10<sup>9</sup>/L</p>', '<p>WBC 10⁹/L</p>'],
  ['a raised sign and digit', '<p>10<sup><b>-3</b></sup></p>', '<p>10⁻³</p>'],
  ['a raised number that Unicode lacks', '<p>10<sup>0.5</sup> e<sup>kt</sup></p>', '<p>10^0.5 e^kt</p>'],
  ['a lowered digit', '<p>SpO<sub>2</sub> 95%, C<sub>max</sub></p>', '<p>SpO₂ 95%, Cmax</p>'],
  ['an ordinal number', '<p>4<sup>th</sup> day</p>', '<p>4th day</p>'],
  ['a style that raises', '<p>10<span style="vertical-align: super">9</span></p>', '<p>10<span>⁹</span></p>'],
  ['a style that raises by a length', '<p>10<span style="vertical-align:4pt">9</span></p>', '<p>10<span>⁹</span></p>'],
  ['a style that lowers', '<p>H<span style="VERTICAL-ALIGN: sub">2</span>O</p>', '<p>H<span>₂</span>O</p>'],
  ['a formula', '<p><math><msup><mn>10</mn><mn>9</mn></msup></math>/L</p>', '<p>10⁹/L</p>'],
])('what is raised or lowered keeps its meaning: %s', (_, html, kept) => expect(sanitise(html)).toBe(kept));

test.each([
  ['a deletion', '<p><del>5 mg</del></p>', '<p><s>5 mg</s></p>'],
  ['an old element', '<p><strike>5 <b>mg</b></strike></p>', '<p><s>5 </s><s>mg</s></p>'],
  ['a style', '<p><span style="text-decoration: line-through red">5 mg</span></p>', '<p><span><s>5 mg</s></span></p>'],
  ['two lines', '<p><u style="text-decoration:underline line-through">5 mg</u></p>', '<p><u><s>5 mg</s></u></p>'],
  ['a block', '<div style="text-decoration-line:line-through">5 mg</div>', '<p><s>5 mg</s></p>'],
  [
    'a class of a style sheet',
    '<style><!-- .xl65 {text-decoration:line-through;} --></style><table><tr><td class=xl65>5 mg</td></tr></table>',
    '<p><s>5 mg</s></p>',
  ],
  ['a tracked change', '<p><del>5 mg</del><ins>3 mg</ins></p>', '<p><s>5 mg</s> <u>3 mg</u></p>'],
  ['a tracked change within a number', '<p>1<del>5</del><ins>3</ins>0 mg</p>', '<p>1<s>5</s><u>3</u>0 mg</p>'],
  ["the editor's own", '<p><s>5 mg</s></p>', '<p><s>5 mg</s></p>'],
])('what is struck out stays so: %s', (_, html, kept) => expect(sanitise(html)).toBe(kept));

test.each([
  [
    'an empty cell',
    '<table><tr><td>K</td><td>5.9</td><td>mmol/L</td></tr><tr><td>Cr</td><td></td><td>mg/dL</td></tr></table>',
    '<p>K | 5.9 | mmol/L</p><p>Cr | — | mg/dL</p>',
  ],
  [
    'a cell over two rows',
    '<table><tr><td rowspan="2">Day 1</td><td>K</td></tr><tr><td>Na</td></tr><tr><td>Day 2</td><td>K</td></tr></table>',
    '<p>Day 1 | K</p><p>Day 1 | Na</p><p>Day 2 | K</p>',
  ],
  [
    'formats and lines within a cell',
    '<table><tbody><tr><th><p>WBC</p></th><td><strong>10<sup>9</sup></strong><br>high</td></tr></tbody></table>',
    '<p>WBC | <strong>10⁹</strong>; high</p>',
  ],
  [
    'a table in a table, between texts',
    'before<table><caption>Labs</caption><tr><td><table><tr><td>K</td><td>4</td></tr></table></td><td>ok</td></tr></table>after',
    'before<p>Labs</p><p>K | 4 | ok</p>after',
  ],
  ['blocks', '<div>5 mg</div><div><section>10 mg</section>daily</div>', '<p>5 mg</p><p>10 mg</p><p>daily</p>'],
  ['a list of definitions', '<dl><dt>K</dt><dd>5.9</dd></dl>', '<p>K</p><p>5.9</p>'],
  ['headings', '<h1>Plan</h1><h5>Today</h5>', '<h2>Plan</h2><h3>Today</h3>'],
  [
    'lines of a program',
    '<pre>K   5.9\nCr\t2.1</pre>',
    '<p>K&nbsp;&nbsp;&nbsp;5.9<br>Cr&nbsp;&nbsp;&nbsp;&nbsp;2.1</p>',
  ],
  ['a block in a list', '<ul><li><div>5 mg</div></li></ul>', '<ul><li>5 mg</li></ul>'],
  [
    'elements that a style makes blocks',
    '<span style="display:block">5</span><span style="display:block">10</span>',
    '<p>5</p><p>10</p>',
  ],
])('texts that are apart stay apart: %s', (_, html, kept) => expect(sanitise(html)).toBe(kept));

test.each([
  ['hidden text', '<p>5 mg<span style="display: none">0</span><span hidden>0</span></p>', '<p>5 mg</p>'],
  ["Word's hidden text", '<p>5 mg<span style="mso-hide:all">0</span></p>', '<p>5 mg</p>'],
  [
    'text of no size, but not what is shown in it',
    '<p style="font-size:0">0<b style="font-size:9pt">5</b></p>',
    '<p>05</p>',
  ],
  ['check boxes', '<p><input type=checkbox checked>dialysis <input type="checkbox">ICU</p>', '<p>☑ dialysis ☐ ICU</p>'],
  ['a choice', '<p><select><option>5 mg</option><option selected>10 mg</option></select></p>', '<p>10 mg</p>'],
  ['a filled field', '<p>Dose <input value="5 mg"></p>', '<p>Dose 5 mg</p>'],
  ['the alternative of an image', '<p><img src="x" alt="ECG: AF"></p>', '<p>[ECG: AF]</p>'],
  [
    'µ of the font Symbol',
    '<p>5 <span style="font-family:Symbol">m</span>g <font face="Symbol">\uF06D</font>g</p>',
    '<p>5 <span>µ</span>g µg</p>',
  ],
  ['a font whose name ends so', '<p style="font-family: \'Segoe UI Symbol\', Symbol">mg</p>', '<p>mg</p>'],
])('what is seen is what is kept: %s', (_, html, kept) => expect(sanitise(html)).toBe(kept));

test('a converted text stays as it is', () => {
  for (const html of [
    '<div>10<sup>9</sup><div>b</div></div>c',
    '<table><tr><td>a<td>',
    '<li><div>a</div>b',
    '<b><div>a</div></b>',
  ])
    expect(sanitise(sanitise(html))).toBe(sanitise(html));
});
