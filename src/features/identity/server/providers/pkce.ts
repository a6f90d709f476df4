import { createHash } from 'node:crypto'
import type { CodeChallenge } from '../../rules/code-challenge'
import { isSameSecret } from '~/platform/secrets/is-same-secret'

/** Returns whether the verifier matches the challenge (RFC 7636). */
export function isMatchingVerifier({ value, method }: CodeChallenge, verifier: string): boolean {
  return isSameSecret(method === 'plain' ? verifier : hashVerifier(verifier), value)
}

/** Returns the challenge for a verifier of our own. */
export function createCodeChallenge(verifier: string): CodeChallenge {
  return { value: hashVerifier(verifier), method: 's256' }
}

function hashVerifier(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
