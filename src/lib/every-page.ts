interface Page<Row> {
  rows: readonly Row[]
  nextCursor: string | null
}

/** Yields the pages of a list from start to end, reading each one when the previous one has been consumed. */
export async function* everyPage<Row>(
  read: (after: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  let after: string | undefined
  do {
    const { rows, nextCursor } = await read(after)
    yield rows
    after = nextCursor ?? undefined
  } while (after !== undefined)
}
