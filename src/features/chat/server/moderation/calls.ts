import { calls } from '../implementer'
import { ban, unban } from './ban'
import { hideMessage } from './hide-message'
import { hidePerson } from './hide-person'
import { listBans } from './list-bans'
import { mute, unmute } from './mute'
import { report } from './report'

const moderation = calls.moderation
const OF_MODERATORS = 'A moderator did this. Only a moderator can change it.'

export const moderationCalls = {
  report: moderation.report.handler(async ({ context, input, errors }) => {
    const outcome = await report(context, input)
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'self') throw errors.SELF()
    return {}
  }),
  hidePerson: moderation.hidePerson.handler(async ({ context, input, errors }) => {
    if (!(await hidePerson(context, input))) throw errors.NOT_FOUND()
    return {}
  }),
  hideMessage: moderation.hideMessage.handler(async ({ context, input, errors }) => {
    const outcome = await hideMessage(context, input)
    if (outcome === 'for_moderators') throw errors.NOT_ALLOWED({ message: OF_MODERATORS })
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'not_allowed') throw errors.NOT_ALLOWED()
    return {}
  }),
  mute: moderation.mute.handler(async ({ context, input, errors }) => {
    const outcome = await mute(context, input)
    if (outcome.refused === null) return { until: outcome.until.toISOString() }
    if (outcome.refused === 'for_moderators') throw errors.NOT_ALLOWED({ message: OF_MODERATORS })
    if (outcome.refused === 'protected') throw errors.PROTECTED()
    throw outcome.refused === 'not_found' ? errors.NOT_FOUND() : errors.NOT_ALLOWED()
  }),
  unmute: moderation.unmute.handler(async ({ context, input, errors }) => {
    const outcome = await unmute(context, input)
    if (outcome === 'for_moderators') throw errors.NOT_ALLOWED({ message: OF_MODERATORS })
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'not_allowed') throw errors.NOT_ALLOWED()
    return {}
  }),
  ban: moderation.ban.handler(async ({ context, input, errors }) => {
    const outcome = await ban(context, input)
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'not_allowed') throw errors.NOT_ALLOWED()
    if (outcome === 'protected') throw errors.PROTECTED()
    return {}
  }),
  unban: moderation.unban.handler(async ({ context, input, errors }) => {
    const outcome = await unban(context, input)
    if (outcome === 'for_moderators') throw errors.NOT_ALLOWED({ message: OF_MODERATORS })
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'not_allowed') throw errors.NOT_ALLOWED()
    return {}
  }),
  listBans: moderation.listBans.handler(async ({ context, input, errors }) => {
    const bans = await listBans(context, input.roomId)
    if (bans === 'not_found') throw errors.NOT_FOUND()
    if (bans === 'not_allowed') throw errors.NOT_ALLOWED()
    return { bans }
  }),
}
