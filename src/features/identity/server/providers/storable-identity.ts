import { FlowFailed, type ProviderIdentity } from './provider'

// PostgreSQL stores neither NUL nor unpaired surrogates.
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')
const clean = (text: string) => text.replaceAll('\u0000', '').toWellFormed()

/**
 * Removes characters that PostgreSQL can’t store from names and claims, and drops an email that contains one. A subject
 * that contains one is refused, because removing it could make two people the same.
 * @throws FlowFailed validation_failed
 */
export function toStorableIdentity(proof: ProviderIdentity): ProviderIdentity {
  const { subject, email, fullName, claims } = proof
  if (!isStorable(subject))
    throw new FlowFailed(
      'validation_failed',
      'Your account id at the provider contains characters that cannot be stored here. Use another sign-in method.',
      {
        error: 'invalid_request',
      },
    )
  return {
    ...proof,
    email: email !== undefined && isStorable(email) ? email : undefined,
    fullName: fullName && clean(fullName),
    claims: Object.fromEntries(
      Object.entries(claims).map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value]),
    ),
  }
}
