import { calls } from '../implementer'
import { giveComp } from './give-comp'
import { addGuests, listGuests, removeGuest, saveGuest } from './guests'
import { listAttendees } from './list-attendees'
import { listMessages } from './list-messages'
import { findOverview } from './overview'
import { countReach, sendMessage } from './send-message'

export const attendeesCalls = {
  overview: calls.attendees.overview.handler(async ({ context, input, errors }) => {
    const overview = await findOverview(context, input)
    if (!overview) throw errors.NOT_FOUND()
    return overview
  }),
  list: calls.attendees.list.handler(async ({ context, input, errors }) => {
    const page = await listAttendees(context, input)
    if (!page) throw errors.NOT_FOUND()
    return page
  }),
}

export const guestsCalls = {
  list: calls.guests.list.handler(async ({ context, input, errors }) => {
    const guests = await listGuests(context, input)
    if (!guests) throw errors.NOT_FOUND()
    return { guests }
  }),
  add: calls.guests.add.handler(async ({ context, input: { eventId, ...guest }, errors }) => {
    const result = await addGuests(context, { eventId, guests: [guest] })
    if (result.outcome === 'not_found') throw errors.NOT_FOUND()
    if (result.outcome === 'full') throw errors.LIST_FULL({ data: { room: result.room } })
    if (result.outcome === 'taken') throw errors.ON_ANOTHER_LIST()
    return { id: guest.id }
  }),
  addMany: calls.guests.addMany.handler(async ({ context, input, errors }) => {
    const result = await addGuests(context, input)
    if (result.outcome === 'not_found') throw errors.NOT_FOUND()
    if (result.outcome === 'full') throw errors.LIST_FULL({ data: { room: result.room } })
    if (result.outcome === 'taken') throw errors.ON_ANOTHER_LIST()
    return { added: result.added }
  }),
  save: calls.guests.save.handler(async ({ context, input, errors }) => {
    const result = await saveGuest(context, input)
    if (result.outcome === 'not_found') throw errors.NOT_FOUND()
    if (result.outcome === 'saved') return result.guest
    const { arrived } = result
    const message = `${arrived} of them ${arrived === 1 ? 'is' : 'are'} already checked in, so enter at least +${arrived - 1}.`
    throw errors.ALREADY_IN({ message, data: { arrived } })
  }),
  remove: calls.guests.remove.handler(async ({ context, input, errors }) => {
    const result = await removeGuest(context, input)
    if (result.outcome === 'not_found') throw errors.NOT_FOUND()
    if (result.outcome === 'already_in') throw errors.ALREADY_IN({ data: { arrived: result.arrived } })
    return { id: input.id }
  }),
}

const gifts = {
  event_not_found: 'NOT_FOUND',
  not_found: 'TYPE_NOT_FOUND',
  sold_out: 'SOLD_OUT',
  event_off: 'EVENT_OFF',
  key_reused: 'KEY_REUSED',
} as const

export const compsCalls = {
  give: calls.comps.give.handler(async ({ context, input, errors }) => {
    const result = await giveComp(context, input)
    if (result.outcome !== 'given') throw errors[gifts[result.outcome]]()
    return { orderId: result.orderId, isEmailed: result.isEmailed }
  }),
}

export const messagesCalls = {
  countRecipients: calls.messages.countRecipients.handler(async ({ context, input, errors }) => {
    const people = await countReach(context, input)
    if (people === undefined) throw errors.NOT_FOUND()
    return { people }
  }),
  send: calls.messages.send.handler(async ({ context, input, errors }) => {
    const result = await sendMessage(context, input)
    if (result.outcome === 'sent') return result.message
    if (result.outcome === 'enough_today')
      throw errors.DAILY_LIMIT_REACHED({ data: { at: result.at.toISOString() } })
    if (result.outcome === 'nobody') throw errors.NO_TICKET_HOLDERS()
    if (result.outcome === 'key_reused') throw errors.KEY_REUSED()
    throw errors.NOT_FOUND()
  }),
  list: calls.messages.list.handler(async ({ context, input, errors }) => {
    const list = await listMessages(context, input)
    if (!list) throw errors.NOT_FOUND()
    return list
  }),
}
