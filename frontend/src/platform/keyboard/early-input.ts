/**
 * What somebody typed into the landing page while it was HTML only, before the scripts had come (`prerender.tsx`): by
 * the names of the fields.
 */
let typed: { [name: string]: string } = {};

/**
 * Puts the living page in the place of the one that came as HTML: what is typed in its fields waits for those that
 * follow, and the one that has the focus keeps it. `draw` has drawn when it returns.
 */
export function replacePrerenderedPage(page: HTMLElement, draw: () => void): void {
  for (const { name, value } of page.querySelectorAll('input')) typed[name] = value;
  const focused = page.querySelector<HTMLInputElement>('input:focus')?.name;
  draw();
  const field = page.querySelector<HTMLInputElement>(`input[name=${focused}]`);
  if (!field) return;
  field.focus();
  // Behind what is there: the kinds for addresses and passwords take no selection.
  const { value } = field;
  [field.value, field.value] = ['', value];
}

/** What was typed into the field of this name; for the first that asks. */
export function takeEarlyInput(name: string): string {
  const { [name]: value = '', ...rest } = typed;
  typed = rest;
  return value;
}
