/**
 * Puts a text on the clipboard;
 * @returns whether it is there. A page without TLS has no clipboard of its own: the selection is copied instead.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = document.createElement('textarea');
    box.value = text;
    box.style.cssText = 'position:fixed;opacity:0';
    const before = document.activeElement;
    // In an open dialog nothing outside it may have the focus.
    (before?.closest('[role=dialog]') ?? document.body).append(box);
    box.select();
    // The only way there is without a secure context.
    // oxlint-disable-next-line typescript/no-deprecated
    const copied = document.execCommand('copy');
    box.remove();
    if (before instanceof HTMLElement) before.focus();
    return copied;
  }
}
