import { z } from 'zod'
import { isEmail, normaliseEmail } from '~/lib/email'
import { hasLink, LINK_IN_NAME } from '~/lib/link-in-name'
import { oneLine } from '~/lib/one-line'
import { PHONE_EXPECTED, readPhone } from '~/lib/phone'
import { findPasswordFault } from './rules/password'
import { FULL_NAME_MAX } from './rules/person-name'
import { EMAIL_OR_PHONE } from './rules/sentences'

export const email = z
  .string({ error: EMAIL_OR_PHONE })
  .max(1000, 'Use a shorter address.')
  .transform(normaliseEmail)
  .refine(isEmail, 'Enter an address such as name@example.com.')

/** E.164, from whatever blanks and hyphens it was written with; its country is never guessed. */
export const phoneNumber = z
  .string({ error: 'Enter a phone number.' })
  .max(100, 'Use a shorter number.')
  .transform((text, issues) => {
    const number = readPhone(text)
    if (number !== undefined) return number
    issues.addIssue(PHONE_EXPECTED)
    return z.NEVER
  })

export const fullName = z
  .string({ error: 'Enter your name.' })
  .max(1000, 'Use a shorter name.')
  .transform(oneLine)
  .refine((name) => name.length > 0, 'Enter your name.')
  .refine((name) => !hasLink(name), LINK_IN_NAME)
  .refine((name) => Array.from(name).length <= FULL_NAME_MAX, `Use at most ${FULL_NAME_MAX} characters.`)

export const newPassword = z.string({ error: 'Enter a password.' }).check((issues) => {
  const fault = findPasswordFault(issues.value)
  if (fault !== undefined) issues.issues.push({ code: 'custom', input: issues.value, message: fault })
})

// Whatever was typed into a link's address; its hash finds it or not.
export const token = z.string().min(1).max(200)

/** What the widget of `ways().captcha` gave. */
export const captcha = z.string().max(8000).optional()

export const next = z.string().max(2000).optional()

export const me = z.object({
  id: z.uuid(),
  fullName: z.string(),
  /** Null: they came with a phone and have not given one. */
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  avatarUrl: z.string().nullable(),
  roles: z.array(z.enum(['admin', 'moderator', 'user', 'customer'])),
  /** The person is an admin or moderator, but this session has not passed two-step verification. */
  needsTwoStep: z.boolean(),
  /** Where this person lands without a `next`. */
  homePath: z.enum(['/admin', '/dashboard', '/customer/dashboard']),
})

/** The person as they see themselves. */
export type Me = z.output<typeof me>

/** `me` is null while the second factor is still to be shown; `landingPath` then leads to where it is. */
export const signedIn = z.object({ me: me.nullable(), landingPath: z.string() })

/** Why a mailed link opens nothing any more. */
export const linkEnd = z.enum(['used', 'replaced', 'expired'])
export type LinkEnd = z.output<typeof linkEnd>
