import { ORPCError } from '@orpc/client'

/** Returns the contract error of a call. @throws when the call succeeded or failed in another way */
export async function refusalOf(answer: Promise<unknown>): Promise<ORPCError<string, unknown>> {
  const error = await answer.then(
    (value) => new Error(`Not refused: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ORPCError)) throw error
  return error as ORPCError<string, unknown>
}

export function refusal(code: string, message: string, data?: unknown): ORPCError<string, unknown> {
  return new ORPCError(code, { status: 409, message, data, defined: true })
}
