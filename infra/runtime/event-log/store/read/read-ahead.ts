/** Reads one page ahead: the database prepares the next page while the reader takes the last one. */

/**
 * @param fetch reads the page that begins at a place
 * @param next where the page after this one begins; undefined after the last page
 */
export async function* readAhead<Item, Cursor>(
  first: Cursor,
  fetch: (from: Cursor) => Promise<readonly Item[]>,
  next: (page: readonly Item[]) => Cursor | undefined,
): AsyncGenerator<readonly Item[]> {
  let coming: Promise<readonly Item[]> | undefined = fetch(first);
  while (coming) {
    const page: readonly Item[] = await coming;
    const from = next(page);
    coming = from === undefined ? undefined : fetch(from);
    // A reader that leaves early does not wait for this page. Its failure must not end the process.
    coming?.catch(() => undefined);
    if (page.length > 0) yield page;
  }
}
