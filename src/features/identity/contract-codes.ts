import { z } from 'zod'
import { call } from '~/platform/rpc/contract'
import { captchaFailed, linkDead, suspended } from './contract-refusals'
import { captcha, email, linkEnd, me, next, phoneNumber, signedIn, token } from './contract-shapes'
import { CODE_SPENT, CODE_WRONG, EMAIL_OR_PHONE, PHONES_OFF } from './rules/sentences'

const tags = ['identity']
const open = call.meta({ access: 'public' })

const destination = { email: email.optional(), phone: phoneNumber.optional() }
const hasOne = ({
  email: address,
  phone: number,
}: {
  email?: string | undefined
  phone?: string | undefined
}) => (address === undefined) !== (number === undefined)

const sixDigits = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits.'))

/** What a mailed link is about, as the address of the link spells it. */
export const linkType = z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change'])
export type LinkType = z.output<typeof linkType>

/** One-time codes and links, for whoever has no password at hand. */
export const codes = {
  send: open
    .route({
      method: 'POST',
      path: '/auth/code',
      tags,
      summary: 'Send a one-time code, and with a mail its link',
    })
    .errors({ PHONES_OFF: { status: 422, message: PHONES_OFF }, ...captchaFailed })
    .input(z.object({ ...destination, next, captcha }).refine(hasOne, EMAIL_OR_PHONE))
    /** The same whether there is an account or not. */
    .output(z.object({})),

  enter: open
    .route({ method: 'POST', path: '/auth/code/enter', tags, summary: 'Sign in with a one-time code' })
    .errors({ CODE_WRONG: { status: 410, message: CODE_WRONG }, ...suspended })
    .input(
      z
        .object({
          ...destination,
          code: sixDigits,
          next,
        })
        .refine(hasOne, EMAIL_OR_PHONE),
    )
    .output(signedIn),

  open: open
    .route({ method: 'POST', path: '/auth/link/open', tags, summary: 'Do what a mailed link is for' })
    .errors({
      ...linkDead,
      ...suspended,
      EMAIL_TAKEN: { status: 409, message: 'Another account has that address already.' },
    })
    .input(z.object({ token, type: linkType, next }))
    .output(
      z.object({
        /** `half_changed`: the other address still has to say yes. */
        outcome: z.enum(['signed_in', 'email_changed', 'half_changed']),
        me: me.nullable(),
        /** Where to go after `signed_in`. */
        landingPath: z.string(),
        /** The address that counts now; after `half_changed` the one that is still to answer. */
        email: z.string().nullable(),
      }),
    ),

  confirm: call
    .meta({ access: 'signed_in' })
    .route({
      method: 'POST',
      path: '/auth/code/confirm',
      tags,
      summary: 'Confirm one’s own address with the code of its mail',
    })
    .errors({
      CODE_WRONG: { status: 410, message: CODE_WRONG },
      /** Five wrong ones: the right one opens nothing any more. Said of one’s own address only. */
      CODE_SPENT: { status: 410, message: CODE_SPENT },
    })
    .input(z.object({ code: sixDigits }))
    .output(z.object({ me: me.nullable() })),

  inspect: open
    .route({
      method: 'POST',
      path: '/auth/link/inspect',
      tags,
      summary: 'What a mailed link of any kind is still good for',
    })
    .input(z.object({ token: z.string().max(200), type: linkType }))
    .output(
      z.object({
        state: z.enum(['open', 'dead', 'unknown']),
        /** Where it was sent; only its holder can ask. */
        email: z.string().nullable(),
        /** ISO 8601. */
        sentAt: z.string().nullable(),
        why: linkEnd.nullable(),
        /** Of a change of address that is still open; `from` is null where the old one was never confirmed. */
        change: z.object({ from: z.string().nullable(), to: z.string() }).nullable(),
      }),
    ),

  renew: open
    .route({
      method: 'POST',
      path: '/auth/link/renew',
      tags,
      summary: 'Mail a new link to where an old one went',
    })
    .errors(linkDead)
    .input(z.object({ token, type: linkType, next }))
    .output(z.object({ email: z.string() })),
}
