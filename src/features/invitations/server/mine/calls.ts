import { signedIn } from '~/platform/rpc/context'
import { shutWords } from '../closed-code'
import { calls } from '../implementer'
import { revokeCode } from '../revoke-code'
import { sendCode } from '../send-code'
import { generateOwn } from './generate-own'
import { listMine } from './list-mine'
import { listMyPeople } from './list-people'

export const mineCalls = {
  list: calls.mine.list.handler(({ context }) => listMine(context)),
  generate: calls.mine.generate.handler(async ({ context, input, errors }) => {
    const made = await generateOwn(context, input)
    if (made === 'paused') throw errors.PAUSED()
    if (made === 'none_left') throw errors.NONE_LEFT()
    return made
  }),
  revoke: calls.mine.revoke.handler(async ({ context, input, errors }) => {
    const outcome = await revokeCode(context, { ...input, ownerId: signedIn(context).id })
    if (outcome === 'done') return {}
    if (outcome.refused === 'not_found') throw errors.NOT_FOUND()
    throw errors.NOT_PENDING(shutWords(outcome.closed, context.now()))
  }),
  send: calls.mine.send.handler(async ({ context, input, errors }) => {
    const outcome = await sendCode(context, { ...input, ownerId: signedIn(context).id })
    if ('account' in outcome) return {}
    if (outcome.refused === 'paused') throw errors.PAUSED()
    if (outcome.refused === 'closed') throw errors.NOT_PENDING(shutWords(outcome.closed, context.now()))
    throw errors.NOT_FOUND()
  }),
  people: calls.mine.people.handler(({ context }) => listMyPeople(context)),
}
