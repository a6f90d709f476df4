import { ORPCError } from '@orpc/client'
import { baseSentences } from '~/platform/rpc/error-messages'
import { TWO_STEP_REQUIRED, VERIFY_FIRST } from '../../rules/factor-messages'
import type { IdentityContext } from '../context'
import { findHolder, type Holder } from '../sessions/lock-account'

/**
 * Returns the caller's session.
 * @throws UNAUTHORIZED
 */
export async function requireSessionHolder(context: IdentityContext): Promise<Holder> {
  const holder = await findHolder(context)
  if (holder === undefined) throw createUnauthorizedError()
  return holder
}

function createUnauthorizedError() {
  return new ORPCError('UNAUTHORIZED', { status: 401, message: baseSentences.UNAUTHORIZED })
}

/** Returns the error for a use case that refused the session of the caller. */
export function createSessionError(outcome: 'ended' | 'unassured' | 'unverified') {
  if (outcome === 'ended') return createUnauthorizedError()
  return outcome === 'unverified'
    ? new ORPCError('VERIFY_FIRST', { status: 403, message: VERIFY_FIRST })
    : new ORPCError('FORBIDDEN', { status: 403, message: TWO_STEP_REQUIRED })
}
