import { z } from 'zod'
import { isEmail, normalizeEmail } from '~/lib/email'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { defineCalls, id, instant } from '~/platform/rpc/contract'
import { NOTE_MAX } from './rules/allowance'

export { id }
export const count = z.int().min(0)
export const done = z.object({})
export const byAdmin = defineCalls('invitations', 'admin')
export const byMember = defineCalls('invitations', 'member')

const person = z.object({ id, name: z.string(), avatarUrl: z.string().nullable() })
export type InvitationPerson = z.output<typeof person>
export const personOrNull = person.nullable()
export const someone = person

export const statuses = z.enum(['pending', 'used', 'expired', 'revoked'])

export const email = z
  .string({ error: 'Enter an email address.' })
  .max(1000, 'Use a shorter email address.')
  .transform(normalizeEmail)
  .refine(isEmail, 'Enter an address such as name@example.com.')

/** A one-line private note; empty means none. */
export const note = z
  .string()
  .max(2000, 'Use a shorter text.')
  .transform(cleanSingleLineText)
  .refine((text) => Array.from(text).length <= NOTE_MAX, `Use at most ${NOTE_MAX} characters.`)
  .optional()

export const createText = (max: number) =>
  z
    .string()
    .max(8000, 'Use a shorter text.')
    .transform(cleanMultiLineText)
    .refine((text) => Array.from(text).length <= max, `Use at most ${max} characters.`)
    .optional()

export const q = z.string().trim().max(100, 'Search with at most 100 characters').optional()

export const codeFields = {
  id,
  code: z.string(),
  /** Is `expired` from the moment of expiry, even before a job has stored this status. */
  status: statuses,
  /** Null if unused, or if the user’s account was deleted. */
  usedBy: personOrNull,
  usedAt: instant.nullable(),
  createdAt: instant,
  expiresAt: instant.nullable(),
  note: z.string().nullable(),
  /** The email address that the code was last sent to. */
  sentTo: z.string().nullable(),
}
