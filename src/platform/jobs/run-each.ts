/** Runs `run` for each row, one after the other. An error doesn't stop the others; at the end, all errors are thrown together. */
export async function runEach<Row>(rows: readonly Row[], run: (row: Row) => Promise<void>): Promise<void> {
  const errors: unknown[] = []
  for (const row of rows)
    try {
      await run(row)
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${rows.length} failed`)
}
