/** Rich text without a word in it: an editor's empty paragraph is one. */
export const isBlank = (html: string): boolean => html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') === '';
