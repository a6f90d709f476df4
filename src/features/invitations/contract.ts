import { z } from 'zod'
import { hasLink, LINK_IN_NAME } from '~/lib/link-in-name'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { defineCalls } from '~/platform/rpc/contract'
import { codes } from './contract-codes'
import { mine } from './contract-mine'
import { redeem } from './contract-redeem'
import { requests } from './contract-requests'
import { tree } from './contract-tree'
import {
  hasEmailFormat,
  LINK_MAX,
  NAME_MAX,
  OCCUPATIONS,
  VOUCHER_MAX,
  ABOUT_MAX,
} from './rules/invite-request'

const createLine = (max: number, missing?: string) => {
  const text = z
    .string({ error: missing ?? 'Enter text.' })
    .max(2000, 'Use a shorter text.')
    .transform(cleanSingleLineText)
  return text
    .refine((value) => missing === undefined || value.length > 0, missing ?? '')
    .refine((value) => Array.from(value).length <= max, `Use at most ${max} characters.`)
}

export const invitationsContract = {
  codes,
  requests,
  tree,
  mine,
  redeem,

  requestInvite: defineCalls('invitations', 'public')('POST', '/invite-requests', 'Request an invite')
    .input(
      z.object({
        fullName: createLine(NAME_MAX, 'Enter your name.').refine((name) => !hasLink(name), LINK_IN_NAME),
        email: z
          .string({ error: 'Enter your address.' })
          .max(1000, 'Use a shorter email address.')
          .transform((value) => value.normalize('NFKC').trim().toLowerCase())
          .refine(hasEmailFormat, 'Enter an address such as name@example.com.'),
        occupation: z.enum(OCCUPATIONS, { error: 'Choose what you do.' }),
        about: z
          .string({ error: 'Tell us in a few words.' })
          .max(4000, 'Use a shorter text.')
          .transform((value) => value.replaceAll('\u0000', '').trim())
          .refine((value) => value.length > 0, 'Tell us in a few words.')
          .refine((value) => Array.from(value).length <= ABOUT_MAX, `Use at most ${ABOUT_MAX} characters.`),
        vouchedBy: createLine(VOUCHER_MAX).default(''),
        link: createLine(LINK_MAX).default(''),
      }),
    )
    // The response is the same for repeat requests and existing accounts, so it doesn’t reveal whether an address has
    // an account.
    .output(z.object({})),

  checkCode: defineCalls('invitations', 'public')(
    'POST',
    '/invitations/check',
    'Check whether a code can be used',
  )
    .input(z.object({ code: z.string().max(100) }))
    .output(z.object({ verdict: z.enum(['usable', 'invalid', 'expired']) })),
}
