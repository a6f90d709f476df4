interface Page<Row> {
  rows: readonly Row[]
  nextCursor: string | null
}

/** Yields the pages of a list from start to end. Each page is read after the previous one has been used. */
export async function* iteratePages<Row>(
  read: (after: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  let after: string | undefined
  do {
    const { rows, nextCursor } = await read(after)
    yield rows
    after = nextCursor ?? undefined
  } while (after !== undefined)
}
