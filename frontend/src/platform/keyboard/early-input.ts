/**
 * Text that a person types into the prerendered landing page before the scripts load (`prerender.tsx`), by the names of
 * the fields.
 */
let earlyValues: { [name: string]: string } = {};

/**
 * Replaces the prerendered page by the rendered one. Values of its fields are kept for `takeEarlyInput`, and the
 * focused field keeps the focus. `render` must render before it returns.
 */
export function replacePrerenderedPage(page: HTMLElement, render: () => void): void {
  for (const { name, value } of page.querySelectorAll('input')) earlyValues[name] = value;
  const focused = page.querySelector<HTMLInputElement>('input:focus')?.name;
  render();
  const field = page.querySelector<HTMLInputElement>(`input[name=${focused}]`);
  if (!field) return;
  field.focus();
  // Setting the value moves the caret to the end: fields for e-mail and passwords have no selection to set.
  const { value } = field;
  [field.value, field.value] = ['', value];
}

/** The early value of a field. It is returned once. */
export function takeEarlyInput(name: string): string {
  const { [name]: value = '', ...rest } = earlyValues;
  earlyValues = rest;
  return value;
}
