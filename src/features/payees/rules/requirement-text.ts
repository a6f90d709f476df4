import { toSentenceCase } from '~/lib/sentence-case'
import type { RequirementKind } from './requirement'

export type ProviderKind = 'sandbox' | 'stripe'

/** The names of the providers within a sentence. */
export const PROVIDER_NAMES: Record<ProviderKind, string> = { sandbox: 'the sandbox', stripe: 'Stripe' }

export interface RequirementText {
  title: string
  /** The text that completes `Stripe needs …`. */
  need: string
  hint: string
  /** Label of the button that opens the provider. */
  action: string
}

const texts: Record<Exclude<RequirementKind, 'unknown'>, RequirementText> = {
  name: {
    title: 'Your name',
    need: 'your name',
    hint: 'First and last name, as on your ID.',
    action: 'Add name',
  },
  birth_date: {
    title: 'Date of birth',
    need: 'your date of birth',
    hint: 'As on your ID.',
    action: 'Add date',
  },
  address: {
    title: 'Address',
    need: 'your address',
    hint: 'Where you live, or where your company is registered.',
    action: 'Add address',
  },
  contact: {
    title: 'Email and phone',
    need: 'your email or phone number',
    hint: 'For questions about your account.',
    action: 'Add contact',
  },
  identity_document: {
    title: 'Photo of your ID',
    need: 'a photo of your ID',
    hint: 'A passport, an ID card or a driving license.',
    action: 'Upload photo',
  },
  tax_number: {
    title: 'Tax number',
    need: 'your tax number',
    hint: 'It is on your tax assessment.',
    action: 'Add number',
  },
  bank_account: {
    title: 'Bank account',
    need: 'your bank account',
    hint: 'The account that receives your payouts.',
    action: 'Add account',
  },
  business: {
    title: 'Your business',
    need: 'details of your business',
    hint: 'The name of your business, its website and what you sell.',
    action: 'Add details',
  },
  terms: {
    title: 'Terms of service',
    need: 'you to accept its terms',
    hint: 'Read and accept them.',
    action: 'Accept terms',
  },
}

export function describeRequirement(kind: RequirementKind, provider: ProviderKind): RequirementText {
  if (kind !== 'unknown') return texts[kind]
  return {
    title: `${toSentenceCase(PROVIDER_NAMES[provider])} needs more information`,
    need: 'more information',
    hint: 'The next page shows what is missing.',
    action: 'Add information',
  }
}
