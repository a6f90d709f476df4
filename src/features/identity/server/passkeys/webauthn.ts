import { randomBytes } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { z } from 'zod'
import type { authenticationResponse, registrationResponse } from '../../contract-shapes'
import { isSameSecret } from '~/platform/secrets/is-same-secret'
import { hashToken } from '../tokens/random-token'
import type { RelyingParty } from './relying-party'

// Implements WebAuthn, level 2 (W3C). The options contain the challenge, of which only a hash is stored.

export type RegistrationResponse = z.output<typeof registrationResponse>
export type AuthenticationResponse = z.output<typeof authenticationResponse>

/** A passkey alone signs in, so it must verify the person. A security key is a factor after the password. */
export type KeyUse = 'passkey' | 'security key'

const TIMEOUT_MS = 300_000
// The algorithms EdDSA, ES256 and RS256, in order of preference.
const ALGORITHMS = [-8, -7, -257]

export interface StoredKey {
  credential_id: string
  transports: string[]
}

export function generateChallenge(): { challenge: Buffer; hash: Buffer } {
  const challenge = randomBytes(32)
  return { challenge, hash: hashToken(challenge.toString('base64url')) }
}

function toCredentialDescriptors(keys: readonly StoredKey[]) {
  return keys.map(({ credential_id, transports }) => ({ id: credential_id, transports }))
}

export function buildCreationOptions(
  use: KeyUse,
  given: {
    party: RelyingParty
    siteName: string
    challenge: Buffer
    person: { userId: string; name: string; displayName: string }
    /** The person's existing keys, which can't be added twice. */
    keys: readonly StoredKey[]
  },
) {
  const { party, siteName, challenge, person, keys } = given
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: party.id,
    userID: toUserHandle(person.userId),
    userName: person.name,
    userDisplayName: person.displayName,
    challenge: new Uint8Array(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: toCredentialDescriptors(keys),
    authenticatorSelection:
      use === 'passkey'
        ? { residentKey: 'required', userVerification: 'required' }
        : { residentKey: 'discouraged', userVerification: 'discouraged' },
  })
}

/** Returns the options for using a key. Without `keys` the person picks any passkey: the account isn’t known yet. */
export function buildRequestOptions(
  use: KeyUse,
  given: { party: RelyingParty; challenge: Buffer; keys?: readonly StoredKey[] },
) {
  return generateAuthenticationOptions({
    rpID: given.party.id,
    challenge: new Uint8Array(given.challenge),
    timeout: TIMEOUT_MS,
    userVerification: use === 'passkey' ? 'required' : 'discouraged',
    ...(given.keys && { allowCredentials: toCredentialDescriptors(given.keys) }),
  })
}

export interface NewKey {
  credentialId: string
  publicKey: Buffer
  signCount: number
  transports: string[]
  isBackedUp: boolean
  /** The authenticator model as a UUID; all zeros if it is not disclosed. */
  aaguid: string
}

/** Verifies a new key for this challenge. Undefined if it was created for another challenge or site, or is invalid. */
export async function verifyCreation(
  use: KeyUse,
  given: { party: RelyingParty; challengeHash: Buffer | null; response: RegistrationResponse },
): Promise<NewKey | undefined> {
  const { party, challengeHash, response } = given
  const result = await tryVerify(() =>
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: (challenge) => isSameSecret(hashToken(challenge), challengeHash),
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: use === 'passkey',
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (result?.verified !== true) return undefined
  const { credential, credentialBackedUp, aaguid } = result.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: response.response.transports ?? [],
    isBackedUp: credentialBackedUp,
    aaguid,
  }
}

/**
 * Verifies a key’s response to a challenge and returns its new counter. Undefined for another key, challenge, site or
 * origin, for a wrong signature, and for a counter that did not increase (a sign of a cloned key).
 */
export async function verifyAssertion(
  use: KeyUse,
  given: {
    party: RelyingParty
    challengeHash: Buffer | null
    response: AuthenticationResponse
    key: StoredKey & { public_key: Buffer; sign_count: number }
  },
): Promise<{ signCount: number; isBackedUp: boolean } | undefined> {
  const { party, challengeHash, response, key } = given
  if (response.id !== key.credential_id) return undefined
  const result = await tryVerify(() =>
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => isSameSecret(hashToken(challenge), challengeHash),
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: use === 'passkey',
      credential: {
        id: key.credential_id,
        publicKey: new Uint8Array(key.public_key),
        counter: key.sign_count,
      },
    }),
  )
  if (result?.verified !== true) return undefined
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  return { signCount: newCounter, isBackedUp: credentialBackedUp }
}

/** Returns the user handle that a key stores. It reveals nothing about the person. */
export function toUserHandle(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

// The library throws on invalid input, which anyone can send.
async function tryVerify<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch {
    return undefined
  }
}
