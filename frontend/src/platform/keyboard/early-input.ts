/**
 * Text that a person types into the prerendered landing page before the scripts load (`prerender.tsx`), by the names of
 * the fields.
 */
let earlyValues: { [name: string]: string } = {};

/**
 * Replaces the prerendered page by the rendered one. Values of its fields are kept for `earlyInput`, and the
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

/** The early value of a field, until `clearEarlyInput`. Pure: React may render a component more than once. */
export const earlyInput = (name: string): string => earlyValues[name] ?? '';

/** To be called once the fields that read their early values are mounted. */
export function clearEarlyInput(): void {
  earlyValues = {};
}
