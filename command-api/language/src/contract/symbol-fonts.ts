/**
 * Fonts of symbols show other characters than the text has: `m` in Symbol is µ. Word writes them so, as these letters or
 * in the private use area (U+F000 and the letter's number).
 */
const symbol: Readonly<Record<string, string>> = pairs(
  'abcdefghijklmnopqrstuvwxyz',
  'αβχδεφγηιϕκλµνοπθρστυϖωξψζ',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ',
  '@-£¥\u00AC\u00AD\u00AE\u00AF°±²³´·¸¹º»¢Öå',
  '≅−≤∞←↑→↓°±″≥×•÷≠≡≈′√∑',
);
const fonts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  symbol,
  wingdings: pairs('oq¨þýüûßàáâèéêJL§Ø', '☐❑☐☑☒✓✗←→↑↓➔↑↓☺☹▪➢'),
  'wingdings 2': pairs('£RSTPO', '☐☑☒☒✓✗'),
};

function pairs(...lines: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const shown = [...(lines[at + 1] ?? '')];
    for (const [index, letter] of [...(lines[at] ?? '')].entries()) found[letter] = shown[index] ?? letter;
  }
  return found;
}

/** @param family of CSS or of an attribute `face`; the first one counts. @returns undefined for other fonts */
export function symbolsOf(family: string): ((text: string) => string) | undefined {
  const [first = ''] = family.split(',');
  const known = fonts[first.replaceAll(/["']/g, '').trim().toLowerCase()];
  if (!known) return undefined;
  return (text) =>
    text.replaceAll(/[^\s]/gu, (letter) => {
      const code = letter.charCodeAt(0);
      const plain = code >= 0xf0_20 && code <= 0xf0_ff ? String.fromCharCode(code - 0xf0_00) : letter;
      return known[plain] ?? plain;
    });
}
