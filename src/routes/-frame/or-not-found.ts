import { notFound } from '@tanstack/react-router'
import { hasCode } from '~/platform/rpc/errors'

/** Whether a call failed because the resource doesn't exist, or because the URL can't identify one. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'NOT_FOUND') || hasCode(error, 'BAD_REQUEST')
}

/** For loaders: returns the result, or throws the route's "not found" with status 404. Rethrows other errors. */
export async function orNotFound<Thing>(reading: Promise<Thing>): Promise<Thing> {
  try {
    return await reading
  } catch (error) {
    if (isMissing(error)) throw notFound()
    throw error
  }
}
