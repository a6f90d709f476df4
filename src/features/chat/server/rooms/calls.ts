import { formatShortDate } from '~/lib/time'
import { calls } from '../implementer'
import { createRoom } from './create-room'
import { getRoom } from './get-room'
import { joinRoom } from './join-room'
import { leaveRoom } from './leave-room'
import { listContacts } from './list-contacts'
import { listRooms } from './list-rooms'
import { markRead } from './mark-read'
import { openDirect } from './open-direct'
import { countUnread } from './unread'
import { updateRoom } from './update-room'
import { withdrawRequest } from './withdraw-request'

export const roomCalls = {
  list: calls.rooms.list.handler(({ context, input }) => listRooms(context, input)),
  get: calls.rooms.get.handler(async ({ context, input, errors }) => {
    const room = await getRoom(context, input.roomId)
    if (!room) throw errors.NOT_FOUND()
    return room
  }),
  create: calls.rooms.create.handler(async ({ context, input, errors }) => {
    const outcome = await createRoom(context, input)
    if ('id' in outcome) return outcome
    throw errors.MUTED({ data: { until: outcome.mutedUntil.toISOString() } })
  }),
  update: calls.rooms.update.handler(async ({ context, input, errors }) => {
    const outcome = await updateRoom(context, input)
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'not_allowed') throw errors.NOT_ALLOWED()
    if (outcome !== 'done') throw errors.MUTED({ data: { until: outcome.mutedUntil.toISOString() } })
    return {}
  }),
  join: calls.rooms.join.handler(async ({ context, input, errors }) => {
    const outcome = await joinRoom(context, input.roomId)
    switch (outcome.kind) {
      case 'joined':
      case 'asked':
        return { outcome: outcome.kind }
      case 'not_found':
        throw errors.NOT_FOUND()
      case 'declined':
    }
    throw errors.DECLINED({
      message: `Your request was declined. You can ask again from ${formatShortDate(outcome.askAgainAt, 'UTC')}.`,
      data: { askAgainAt: outcome.askAgainAt.toISOString() },
    })
  }),
  leave: calls.rooms.leave.handler(async ({ context, input, errors }) => {
    switch (await leaveRoom(context, input.roomId)) {
      case 'left':
        return {}
      case 'not_found':
        throw errors.NOT_FOUND()
      case 'last_admin':
        throw errors.LAST_ADMIN()
      case 'direct':
    }
    throw errors.DIRECT()
  }),
  withdrawRequest: calls.rooms.withdrawRequest.handler(async ({ context, input, errors }) => {
    if ((await withdrawRequest(context, input.roomId)) === 'not_found') throw errors.NOT_FOUND()
    return {}
  }),
  contacts: calls.rooms.contacts.handler(async ({ context, input }) => ({
    people: await listContacts(context, input),
  })),
  openDirect: calls.rooms.openDirect.handler(async ({ context, input, errors }) => {
    const outcome = await openDirect(context, input.personId)
    switch (outcome.kind) {
      case 'opened':
        return { id: outcome.roomId }
      case 'not_found':
        throw errors.NOT_FOUND()
      case 'not_connected':
    }
    throw errors.NOT_CONNECTED()
  }),
  unread: calls.rooms.unread.handler(({ context }) => countUnread(context)),
  markRead: calls.rooms.markRead.handler(async ({ context, input, errors }) => {
    const read = await markRead(context, input)
    if (!read) throw errors.NOT_FOUND()
    return read
  }),
}
