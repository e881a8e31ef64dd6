declare module 'virtual:languages' {
  import type { Messages } from '@lingui/core';

  /** A file of `locales/`, in its own words. */
  export interface Language {
    /** BCP 47, such as `ar`. */
    readonly code: string;
    /** In the language itself. */
    readonly name: string;
    readonly direction: 'ltr' | 'rtl';
    /** The locale for `Intl`, such as `ar-EG`. */
    readonly locale: string;
    /** The words before sign-in. */
    first(): Promise<{ messages: Messages }>;
    rest(): Promise<{ messages: Messages }>;
  }
  export const languages: readonly [Language, ...Language[]];
}
