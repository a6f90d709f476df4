import { ORPCError } from '@orpc/client'

/** The error that a call answered with; throws when it answered at all, or failed in another way. */
export async function refusalOf(answer: Promise<unknown>): Promise<ORPCError<string, unknown>> {
  const error = await answer.then(
    (value) => new Error(`Not refused: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ORPCError)) throw error
  return error as ORPCError<string, unknown>
}
