/**
 * The words in which two texts differ, so that an eye finds them. Words are what stands between spaces, in any script.
 */

/**
 * What the table of common words may take at most; beyond it all words between the common beginning and the common end
 * are said to differ.
 */
const MOST_CELLS = 4_000_000;

/** For each word of `mine` whether `theirs` lacks it, by the longest sequence of words that both have. */
export function differingWords(mine: readonly string[], theirs: readonly string[]): boolean[] {
  let start = 0;
  while (start < mine.length && start < theirs.length && mine[start] === theirs[start]) start += 1;
  let end = 0;
  while (end < mine.length - start && end < theirs.length - start && mine.at(-1 - end) === theirs.at(-1 - end))
    end += 1;
  const [a, b] = [mine.slice(start, mine.length - end), theirs.slice(start, theirs.length - end)];
  const inMiddle = (a.length + 1) * (b.length + 1) > MOST_CELLS ? a.map(() => true) : lacking(a, b);
  return mine.map((_, at) => inMiddle[at - start] ?? false);
}

function lacking(a: readonly string[], b: readonly string[]): boolean[] {
  const width = b.length + 1;
  /** At [i, j]: how many words the rests from i and from j have in common. */
  const common = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  let j = 0;
  return a.map((word, i) => {
    while (j < b.length && word !== b[j] && at(i + 1, j) < at(i, j + 1)) j += 1;
    if (word === b[j]) {
      j += 1;
      return false;
    }
    return true;
  });
}

export interface Piece {
  text: string;
  differs: boolean;
}
const isSpace = (piece: string): boolean => /^\s*$/.test(piece);
const wordsIn = (texts: readonly string[]): string[] => texts.flatMap((text) => text.match(/\S+/gu) ?? []);

/**
 * Each of `texts` in pieces that differ from `others` or do not; words that differ one after the other are one piece.
 */
export function marked(texts: readonly string[], others: readonly string[]): Piece[][] {
  const differing = differingWords(wordsIn(texts), wordsIn(others));
  let word = 0;
  return texts.map((text) => {
    const pieces: Piece[] = [];
    for (const part of text.split(/(\s+)/u).filter((one) => one !== '')) {
      const space = isSpace(part);
      const differs = space ? false : (differing[word++] ?? false);
      const last = pieces.at(-1);
      const before = pieces.at(-2);
      // The space between two words that differ is theirs.
      if (differs && last && before?.differs && isSpace(last.text))
        pieces.splice(-2, 2, { text: before.text + last.text + part, differs });
      else if (last && last.differs === differs && !(space && last.differs)) last.text += part;
      else pieces.push({ text: part, differs });
    }
    return pieces;
  });
}

/**
 * Safe HTML with its words that `other`, HTML as well, lacks in `<mark>`. What is a word does not go beyond a change of
 * form within it.
 */
export function markedHtml(safe: string, other: string): string {
  const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;
  const [body, otherBody] = [parse(safe), parse(other)];
  const nodes = textsIn(body);
  const pieces = marked(
    nodes.map(({ data }) => data),
    textsIn(otherBody).map(({ data }) => data),
  );
  for (const [at, node] of nodes.entries()) {
    node.replaceWith(
      ...(pieces[at] ?? []).map(({ text, differs }) => {
        if (!differs) return text;
        const mark = node.ownerDocument.createElement('mark');
        mark.textContent = text;
        return mark;
      }),
    );
  }
  return body.innerHTML;
}
function textsIn(body: HTMLElement): Text[] {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) found.push(walker.currentNode);
  return found;
}
