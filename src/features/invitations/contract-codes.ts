import { z } from 'zod'
import { bidirectionalPage, pagePosition } from '~/platform/rpc/contract'
import { ALREADY_MEMBER, CODE_NOT_FOUND, NOT_PENDING } from './contract-errors'
import {
  byAdmin,
  codeFields,
  count,
  done,
  email,
  id,
  note,
  personOrNull,
  q,
  statuses,
} from './contract-shapes'
import { DAYS_MAX, DEFAULT_DAYS, MAX_CODES_PER_REQUEST } from './rules/allowance'

export const code = z.object({
  ...codeFields,
  /** Null if the creator’s account was deleted. */ createdBy: personOrNull,
})
export type Code = z.output<typeof code>

export const codeList = z.object({
  codes: z.array(code),
  ...pagePosition,
})
export type CodeList = z.output<typeof codeList>

const counts = z.object({ all: count, pending: count, used: count, expired: count, revoked: count })
export type CodeCounts = z.output<typeof counts>

const generated = z.object({
  codes: z.array(code),
  /** The requested addresses that already belong to members. These members received no code and no email. */
  alreadyMembers: z.array(z.string()),
})
export type GeneratedCodes = z.output<typeof generated>

/** `none`: the recipient signs up with the code. `customer`: they redeem it with their existing account. */
const sent = z.object({ account: z.enum(['none', 'customer']) })

export const codes = {
  list: byAdmin('GET', '/admin/invitations', 'All codes, newest first')
    // Matches codes that begin with the search, or whose note, address, creator or user contains all its words.
    .input(z.object({ q, status: statuses.optional(), ...bidirectionalPage }))
    .output(codeList),
  counts: byAdmin('GET', '/admin/invitations/counts', 'Number of codes per status').output(counts),
  generate: byAdmin('POST', '/admin/invitations', 'Generate codes, or email one to each address')
    .errors({ ALREADY_MEMBER })
    .input(
      z.object({
        count: z
          .int()
          .min(1, 'Generate at least one.')
          .max(MAX_CODES_PER_REQUEST, `Generate at most ${MAX_CODES_PER_REQUEST} at a time.`)
          .default(1),
        note,
        expires: z
          .union([
            z.object({
              days: z
                .int()
                .min(1, 'Choose at least one day.')
                .max(DAYS_MAX, `Choose at most ${DAYS_MAX} days.`),
            }),
            z.literal('never'),
          ])
          .default({ days: DEFAULT_DAYS }),
        emails: z
          .array(email)
          .min(1)
          .max(MAX_CODES_PER_REQUEST, `Email at most ${MAX_CODES_PER_REQUEST} addresses at a time.`)
          .optional(),
      }),
    )
    .output(generated),
  revoke: byAdmin('POST', '/admin/invitations/{id}/revoke', 'Revoke an open code')
    .errors({ ...CODE_NOT_FOUND, NOT_PENDING })
    .input(z.object({ id }))
    .output(done),
  send: byAdmin('POST', '/admin/invitations/{id}/send', 'Email an open code')
    .errors({ ...CODE_NOT_FOUND, NOT_PENDING, ALREADY_MEMBER })
    .input(z.object({ id, email }))
    .output(sent),
}
