import { z } from 'zod'
import { instant } from '~/platform/rpc/contract'
import { CODE_NOT_FOUND, NOT_PENDING, PAUSED } from './contract-errors'
import { byMember, codeFields, count, done, email, id, note, someone } from './contract-shapes'

const ownCode = z.object(codeFields)
export type OwnCode = z.output<typeof ownCode>

const list = z.object({
  /** The caller’s codes, newest first; at most 200. */
  codes: z.array(ownCode),
  /** Codes the caller can still generate; null for admins, who have no limit. */
  left: count.nullable(),
  most: count.nullable(),
  isPaused: z.boolean(),
})
export type MyInvitations = z.output<typeof list>

export const joinedPerson = z.object({
  ...someone.shape,
  /** Whether the person has a public page. */
  hasPage: z.boolean(),
  joinedAt: instant,
  behind: count,
})
export const myPeople = z.object({
  /**
   * The first 100 people who used the caller’s codes, in the order they joined. Each has the first 20 people that they
   * invited.
   */
  people: z.array(joinedPerson.extend({ people: z.array(joinedPerson) })),
  joined: count,
  behind: count,
})
export type MyPeople = z.output<typeof myPeople>

export const mine = {
  list: byMember('GET', '/me/invitations', 'Your codes and remaining allowance').output(list),
  generate: byMember('POST', '/me/invitations', 'Generate a code, and optionally email it')
    .errors({
      PAUSED,
      NO_CODES_LEFT: {
        status: 409,
        message: 'You have no codes left. You get one back when a code expires or is revoked.',
      },
    })
    .input(z.object({ note, email: email.optional() }))
    .output(ownCode),
  revoke: byMember('POST', '/me/invitations/{id}/revoke', 'Revoke one of your open codes')
    .errors({ ...CODE_NOT_FOUND, NOT_PENDING })
    .input(z.object({ id }))
    .output(done),
  send: byMember('POST', '/me/invitations/{id}/send', 'Email one of your open codes')
    .errors({ ...CODE_NOT_FOUND, NOT_PENDING, PAUSED })
    .input(z.object({ id, email }))
    .output(done),
  people: byMember('GET', '/me/invitations/people', 'List people who joined with your codes').output(
    myPeople,
  ),
}
