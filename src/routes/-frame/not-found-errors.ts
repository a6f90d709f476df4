import { notFound } from '@tanstack/react-router'
import { hasErrorCode } from '~/platform/rpc/errors'

/** Whether a call failed because the resource doesn't exist, or because the URL can't identify one. */
export function isMissingResource(error: unknown): boolean {
  return hasErrorCode(error, 'NOT_FOUND') || hasErrorCode(error, 'BAD_REQUEST')
}

/** For loaders: returns the result, or throws the route's "not found" with status 404. Rethrows other errors. */
export async function resolveOrThrowNotFound<Thing>(reading: Promise<Thing>): Promise<Thing> {
  try {
    return await reading
  } catch (error) {
    if (isMissingResource(error)) throw notFound()
    throw error
  }
}
