/** One page ahead: while a reader takes a page, the database already prepares the next. */

/**
 * @param fetch the page that begins at a place
 * @param next where the page after this one begins; undefined: this was the last
 */
export async function* readAhead<Item, Place>(
  first: Place,
  fetch: (from: Place) => Promise<readonly Item[]>,
  next: (page: readonly Item[]) => Place | undefined,
): AsyncGenerator<readonly Item[]> {
  let coming: Promise<readonly Item[]> | undefined = fetch(first);
  while (coming) {
    const page: readonly Item[] = await coming;
    const from = next(page);
    coming = from === undefined ? undefined : fetch(from);
    // Whoever leaves in the middle does not wait for it, and its failure is nobody's.
    coming?.catch(() => undefined);
    if (page.length > 0) yield page;
  }
}
