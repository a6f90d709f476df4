import { notFound } from '@tanstack/react-router'
import { hasCode } from '~/platform/rpc/errors'

/** Whether a call failed because there is no such thing: also when the address could not name one. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'NOT_FOUND') || hasCode(error, 'BAD_REQUEST')
}

/** For loaders: what was read, or the route's own "not found" with status 404. Other errors pass. */
export async function orNotFound<Thing>(reading: Promise<Thing>): Promise<Thing> {
  try {
    return await reading
  } catch (error) {
    if (isMissing(error)) throw notFound()
    throw error
  }
}
