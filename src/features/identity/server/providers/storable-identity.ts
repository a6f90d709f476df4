import { FlowFailed, type ProviderIdentity } from './provider'

// PostgreSQL keeps neither a NUL nor half a surrogate pair.
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')
const clean = (text: string) => text.replaceAll('\u0000', '').toWellFormed()

/**
 * What a provider says, as it can be kept: such characters fall out of names and claims. An address with one is none, and who is called by
 * one cannot be told from somebody else without it. @throws FlowFailed validation_failed
 */
export function storableIdentity(proof: ProviderIdentity): ProviderIdentity {
  const { subject, email, fullName, claims } = proof
  if (!isStorable(subject))
    throw new FlowFailed('validation_failed', 'What the provider calls you cannot be kept here.', {
      error: 'invalid_request',
    })
  return {
    ...proof,
    email: email !== undefined && isStorable(email) ? email : undefined,
    fullName: fullName && clean(fullName),
    claims: Object.fromEntries(
      Object.entries(claims).map(([name, said]) => [name, typeof said === 'string' ? clean(said) : said]),
    ),
  }
}
