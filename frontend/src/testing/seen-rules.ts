/**
 * jsdom has no layout, and it matches each rule with each element whose style it is asked for. So it is given only what
 * decides whether an element is seen, named or clicked. All rules took 16 % of the time of the screen specs.
 */
import createCache from '@emotion/cache';

const SET = Symbol.for('only the rules that are seen');
const DECLARATION = /([\w-]+):[^;{}]*;/g;
const decides = /^(?:display|visibility|opacity|content|pointer-events)$/;
/** A text may hold what looks like a declaration. */
const text = /["']|url\(/;
const sheet = Object.getPrototypeOf(createCache({ key: 'any' }).sheet) as {
  insert: (rule: string) => void;
  [SET]?: true;
};

/** The rule with the declarations that decide, as emotion writes it: `.css-1{display:flex;}`. */
function decidingPart(rule: string): string | undefined {
  if (text.test(rule)) return rule;
  const part = rule.replaceAll(DECLARATION, (declaration, name: string) => (decides.test(name) ? declaration : ''));
  // Nothing is decided without a declaration.
  return part.includes(';') ? part : undefined;
}

// The package outlives this module, which is evaluated for each spec.
if (!sheet[SET]) {
  const { insert } = sheet;
  sheet[SET] = true;
  sheet.insert = function (this: typeof sheet, rule) {
    const part = decidingPart(rule);
    if (part !== undefined) insert.call(this, part);
  };
}
