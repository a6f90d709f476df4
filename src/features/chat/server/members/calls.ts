import { calls } from '../implementer'
import { answerRequest } from './answer-request'
import { declineInvitation } from './decline-invitation'
import { invitePerson } from './invite-person'
import { listInvitable } from './list-invitable'
import { listMembers } from './list-members'
import { listWaiting } from './list-waiting'
import { removeMember } from './remove-member'
import { setRole } from './set-role'

const codes = {
  not_found: 'NOT_FOUND',
  not_allowed: 'NOT_ALLOWED',
  last_admin: 'LAST_ADMIN',
  banned: 'BANNED',
  archived: 'ARCHIVED',
} as const

export const memberCalls = {
  list: calls.members.list.handler(async ({ context, input, errors }) => {
    const page = await listMembers(context, input)
    if (!page) throw errors.NOT_FOUND()
    return page
  }),
  setRole: calls.members.setRole.handler(async ({ context, input, errors }) => {
    const outcome = await setRole(context, input)
    if (outcome === 'done') return {}
    throw errors[codes[outcome]]()
  }),
  remove: calls.members.remove.handler(async ({ context, input, errors }) => {
    const outcome = await removeMember(context, input)
    if (outcome === 'done') return {}
    throw errors[codes[outcome]]()
  }),
  invite: calls.members.invite.handler(async ({ context, input, errors }) => {
    const outcome = await invitePerson(context, input)
    if (typeof outcome !== 'string') throw errors.MUTED({ data: { until: outcome.mutedUntil.toISOString() } })
    if (outcome === 'done') return {}
    throw errors[codes[outcome]]()
  }),
  listInvitable: calls.members.listInvitable.handler(async ({ context, input, errors }) => {
    const people = await listInvitable(context, input)
    if (people === 'not_found') throw errors.NOT_FOUND()
    if (people === 'not_allowed') throw errors.NOT_ALLOWED()
    return { people }
  }),
  declineInvitation: calls.members.declineInvitation.handler(async ({ context, input, errors }) => {
    if (!(await declineInvitation(context, input.roomId))) throw errors.NOT_FOUND()
    return {}
  }),
  listWaiting: calls.members.listWaiting.handler(async ({ context, input, errors }) => {
    const waiting = await listWaiting(context, input.roomId)
    if (waiting === 'not_found') throw errors.NOT_FOUND()
    if (waiting === 'not_allowed') throw errors.NOT_ALLOWED()
    return { waiting }
  }),
  answerRequest: calls.members.answerRequest.handler(async ({ context, input, errors }) => {
    const outcome = await answerRequest(context, input)
    if (outcome === 'done') return {}
    throw errors[codes[outcome]]()
  }),
}
