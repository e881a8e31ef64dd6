/** Functions of the browser, each with a way for a browser or a connection that lacks it. */

/** A random UUID (v4). `crypto.randomUUID` is missing on plain HTTP, where `getRandomValues` exists. */
export function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes]
    .map((byte, index) => {
      const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
      return value.toString(16).padStart(2, '0');
    })
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Copies a text to the clipboard. `navigator.clipboard` is missing without TLS, so a hidden
 * selection is copied.
 * @returns true if the text was copied
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

/** Saves a file with the browser's downloads. */
export function download(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Runs `work` when the page is idle. @returns cancels it */
export function runWhenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(work, { timeout: 10_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 3_000);
  return () => clearTimeout(timer);
}

/**
 * Loads parts ahead that are needed when the network is lost or a session ends: they cannot be loaded at that moment.
 * A failure is ignored, because the part is loaded again when it is used.
 * @returns cancels it
 */
export const prefetchWhenIdle = (...parts: (() => Promise<unknown>)[]): (() => void) =>
  runWhenIdle(() => {
    for (const part of parts) part().catch(() => undefined);
  });
