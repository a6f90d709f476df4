import type { Stripe } from 'stripe'
import { createMissingError } from './errors'

/** A form field, or nested ones: `metadata[order]=7` is `{ metadata: { order: '7' } }`. */
export interface Parameters {
  [name: string]: string | Parameters
}

export const toObject = (value: string | Parameters | undefined) => (typeof value === 'object' ? value : {})
export const toText = (value: string | Parameters | undefined) => (typeof value === 'string' ? value : '')

export function readAmount({ amount }: Parameters): number {
  const cents = Number(amount)
  if (!Number.isSafeInteger(cents) || cents <= 0) throw createMissingError('amount')
  return cents
}

export function readMetadata(metadata: string | Parameters | undefined): Stripe.Metadata {
  const fields = typeof metadata === 'object' ? metadata : {}
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toText(value)]))
}
