interface Page<Row> {
  rows: readonly Row[]
  nextCursor: string | null
}

/** The pages of a list from its start to its end, each read when the one before has been taken. */
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
