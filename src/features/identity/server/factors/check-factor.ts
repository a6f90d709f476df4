import type { Selectable } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { DB } from '~/database/schema'
import type { IdentityContext } from '../context'
import {
  type AuthenticationResponse,
  type RegistrationResponse,
  verifyAssertion,
  verifyCreation,
} from '../passkeys/webauthn'
import { getRelyingParty } from '../passkeys/relying-party'
import { unseal } from '~/platform/secrets/encrypted-text'
import { isSameSecret } from '~/platform/secrets/is-same-secret'
import { listShortCodeHashes } from '../tokens/codes'
import { findTotpStep } from './totp'

type Factor = Selectable<DB['auth_factors']>

export interface FactorProof {
  code?: string | undefined
  /** From a security key that is being added. */
  registration?: RegistrationResponse | undefined
  /** From an existing security key. */
  authentication?: AuthenticationResponse | undefined
}

/** The changes to the factor’s row after a correct response; undefined after a wrong one. */
export type FactorUpdate = Partial<
  Pick<Factor, 'last_step' | 'sign_count' | 'credential_id' | 'public_key' | 'transports'>
>

/** Checks the response to a challenge. The caller has locked the challenge's row and counted the attempt. */
export async function checkFactor(
  trx: Transaction,
  context: IdentityContext,
  {
    factor,
    challenge,
    proof,
    now,
  }: {
    factor: Factor
    challenge: { id: string; secret_hash: Buffer | null }
    proof: FactorProof
    now: Date
  },
): Promise<FactorUpdate | undefined> {
  const { secret } = context
  if (factor.kind === 'totp') {
    const key = factor.secret_sealed && unseal(factor.secret_sealed, { secret, purpose: 'authenticator' })
    if (!key || proof.code === undefined) return undefined
    const step = findTotpStep({ secret: key, code: proof.code, now, after: factor.last_step })
    return step === undefined ? undefined : { last_step: step }
  }
  if (factor.kind === 'phone') {
    if (proof.code === undefined) return undefined
    const hashes = listShortCodeHashes(proof.code, { secret, purpose: 'factor code', of: challenge.id })
    return hashes.some((hash) => isSameSecret(hash, challenge.secret_hash)) ? {} : undefined
  }
  return checkSecurityKey(trx, context, { factor, challengeHash: challenge.secret_hash, proof })
}

async function checkSecurityKey(
  trx: Transaction,
  { config }: IdentityContext,
  { factor, challengeHash, proof }: { factor: Factor; challengeHash: Buffer | null; proof: FactorProof },
): Promise<FactorUpdate | undefined> {
  const party = getRelyingParty(config)
  const { credential_id, public_key, sign_count, transports } = factor
  if (factor.status === 'verified') {
    if (proof.authentication === undefined || credential_id === null || public_key === null) return undefined
    const answered = await verifyAssertion('security key', {
      party,
      challengeHash,
      response: proof.authentication,
      key: { credential_id, public_key, sign_count, transports },
    })
    return answered && { sign_count: answered.signCount }
  }
  if (proof.registration === undefined) return undefined
  const made = await verifyCreation('security key', { party, challengeHash, response: proof.registration })
  if (made === undefined) return undefined
  const other = await trx
    .selectFrom('auth_factors')
    .select('id')
    .where('credential_id', '=', made.credentialId)
    .executeTakeFirst()
  if (other !== undefined) return undefined
  return {
    credential_id: made.credentialId,
    public_key: made.publicKey,
    sign_count: made.signCount,
    transports: made.transports,
  }
}
