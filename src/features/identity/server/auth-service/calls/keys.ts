import { jsonAnswer } from '~/platform/http/answer'
import type { AuthCall, AuthRequest } from '../auth-call'

// Apps ask for it with every cold start, and a new key is published longer than this before it signs.
async function publishedKeys({ context }: AuthRequest) {
  const answer = jsonAnswer(200, { keys: await context.signingKeys.published() })
  answer.headers['cache-control'] = 'public, max-age=600'
  return answer
}

/** The keys that verify our access tokens (RFC 7517), at the usual address and at the one the specification names. */
export const keyCalls: readonly AuthCall[] = [
  { method: 'GET', path: '/.well-known/jwks.json', handle: publishedKeys },
  { method: 'GET', path: '/jwks', handle: publishedKeys },
]
