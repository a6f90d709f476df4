import { calls } from '../implementer'
import { acceptTransfer } from './accept-transfer'
import { findTransfer } from './find-transfer'
import { startTransfer } from './start-transfer'
import { withdrawTransfer } from './withdraw-transfer'

const { start, withdraw, inspect, accept } = calls.transfers

const errorCodes = {
  email_needed: 'EMAIL_NEEDED',
  email_unverified: 'EMAIL_UNVERIFIED',
  not_found: 'NOT_FOUND',
  own_address: 'OWN_ADDRESS',
  already_offered: 'ALREADY_OFFERED',
  checked_in: 'CHECKED_IN',
  not_valid: 'NOT_VALID',
} as const

export const transfersCalls = {
  start: start.handler(async ({ context, input, errors }) => {
    const email = input.email.toLowerCase()
    const result = await startTransfer(context, { ticketId: input.ticketId, email })
    if (result.outcome !== 'started') throw errors[errorCodes[result.outcome]]()
    return { email, at: result.at.toISOString() }
  }),
  withdraw: withdraw.handler(async ({ context, input, errors }) => {
    const result = await withdrawTransfer(context, input)
    if (result === 'not_found') throw errors.NOT_FOUND()
    if (result === 'taken') throw errors.ALREADY_ACCEPTED()
    return { ticketId: input.ticketId }
  }),
  inspect: inspect.handler(async ({ context, input, errors }) => {
    const found = await findTransfer(context.db, { token: input.token })
    if (found === undefined) throw errors.NOT_FOUND()
    const { ticketId: _ticket, fromId, toEmail: email, hasAccount, startsAt, ...shown } = found
    return {
      ...shown,
      startsAt: startsAt.toISOString(),
      isYours: context.caller?.id === fromId,
      // The link may have been forwarded, so a signed-in caller learns neither the email nor whether it is verified.
      recipient: context.caller === null ? { email, hasAccount } : null,
    }
  }),
  accept: accept.handler(async ({ context, input, errors }) => {
    const result = await acceptTransfer(context, input)
    if (result === 'not_found') throw errors.NOT_FOUND()
    if (result === 'own_ticket') throw errors.OWN_TICKET()
    if (result === 'email_needed') throw errors.EMAIL_NEEDED()
    return result
  }),
}
