/**
 * Copies a text to the clipboard. Without TLS `navigator.clipboard` is missing, so a hidden selection is copied.
 * @returns whether the text was copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.style.cssText = 'position:fixed;opacity:0';
    const before = document.activeElement;
    // An open dialog lets nothing outside it have the focus.
    (before?.closest('[role=dialog]') ?? document.body).append(field);
    field.select();
    // The only way without a secure context.
    // oxlint-disable-next-line typescript/no-deprecated
    const isCopied = document.execCommand('copy');
    field.remove();
    if (before instanceof HTMLElement) before.focus();
    return isCopied;
  }
}
