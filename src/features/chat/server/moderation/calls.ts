import { calls } from '../implementer'

const notYet = () => Promise.reject(new Error('not built yet'))

export const moderationCalls = {
  report: calls.moderation.report.handler(notYet),
  hidePerson: calls.moderation.hidePerson.handler(notYet),
  hideMessage: calls.moderation.hideMessage.handler(notYet),
  mute: calls.moderation.mute.handler(notYet),
  unmute: calls.moderation.unmute.handler(notYet),
  ban: calls.moderation.ban.handler(notYet),
  unban: calls.moderation.unban.handler(notYet),
  listBans: calls.moderation.listBans.handler(notYet),
}
