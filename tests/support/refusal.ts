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

/** An error of a contract, as a call throws it. */
export function refusal(code: string, message: string, data?: unknown): ORPCError<string, unknown> {
  return new ORPCError(code, { status: 409, message, data, defined: true })
}
