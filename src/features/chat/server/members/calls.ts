import { calls } from '../implementer'

const notYet = () => Promise.reject(new Error('not built yet'))

export const memberCalls = {
  list: calls.members.list.handler(notYet),
  setRole: calls.members.setRole.handler(notYet),
  remove: calls.members.remove.handler(notYet),
  invite: calls.members.invite.handler(notYet),
  listInvitable: calls.members.listInvitable.handler(notYet),
  declineInvitation: calls.members.declineInvitation.handler(notYet),
  listWaiting: calls.members.listWaiting.handler(notYet),
  answerRequest: calls.members.answerRequest.handler(notYet),
}
