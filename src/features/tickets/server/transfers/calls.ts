import { calls } from '../call-implementer'
import { refuse } from '../refused-error'
import { acceptTransfer } from './accept-transfer'
import { findTransfer } from './find-transfer'
import { startTransfer } from './start-transfer'
import { withdrawTransfer } from './withdraw-transfer'

const { start, withdraw, inspect, accept } = calls.transfers

export const transfersCalls = {
  start: start.handler(async ({ context, input }) => {
    const email = input.email.toLowerCase()
    const { at } = await startTransfer(context, { ticketId: input.ticketId, email })
    return { email, at }
  }),
  withdraw: withdraw.handler(async ({ context, input }) => {
    await withdrawTransfer(context, input)
    return { ticketId: input.ticketId }
  }),
  inspect: inspect.handler(async ({ context, input }) => {
    const found = await findTransfer(context.db, { token: input.token })
    if (found === undefined) throw refuse('NOT_FOUND')
    const { ticketId: _ticket, fromId, toEmail: email, hasAccount, ...shown } = found
    return {
      ...shown,
      isYours: context.caller?.id === fromId,
      // The link may have been forwarded, so a signed-in caller learns neither the email nor whether it is verified.
      recipient: context.caller === null ? { email, hasAccount } : null,
    }
  }),
  accept: accept.handler(({ context, input }) => acceptTransfer(context, input)),
}
