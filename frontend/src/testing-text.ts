/**
 * For specs: text as a person reads it, through the elements that keep a number with its unit. Testing Library's own
 * looks at one element's own letters.
 */

type Matcher = (own: string, element: Element | null) => boolean;

/** For `getByText` and its like: the innermost element that says so, all of it where `words` is a string. */
export function reads(words: string | RegExp): Matcher {
  const says = (element: Element): boolean => {
    const text = (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    return typeof words === 'string' ? text === words : words.test(text);
  };
  return (_own, element) => element !== null && says(element) && ![...element.children].some(says);
}
