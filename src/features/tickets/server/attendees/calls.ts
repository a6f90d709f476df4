import { calls } from '../call-implementer'
import { giveComp } from './give-comp'
import { addGuests, listGuests, removeGuest, saveGuest } from './guests'
import { listAttendees } from './list-attendees'
import { listMessages } from './list-messages'
import { getOverview } from './overview'
import { countRecipients, sendMessage } from './send-message'

export const attendeesCalls = {
  overview: calls.attendees.overview.handler(({ context, input }) => getOverview(context, input)),
  list: calls.attendees.list.handler(({ context, input }) => listAttendees(context, input)),
}

export const guestsCalls = {
  list: calls.guests.list.handler(async ({ context, input }) => ({
    guests: await listGuests(context, input),
  })),
  add: calls.guests.add.handler(async ({ context, input: { eventId, ...guest } }) => {
    await addGuests(context, { eventId, guests: [guest] })
    return { id: guest.id }
  }),
  addMany: calls.guests.addMany.handler(async ({ context, input }) => ({
    added: await addGuests(context, input),
  })),
  save: calls.guests.save.handler(({ context, input }) => saveGuest(context, input)),
  remove: calls.guests.remove.handler(async ({ context, input }) => {
    await removeGuest(context, input)
    return { id: input.id }
  }),
}

export const compsCalls = {
  give: calls.comps.give.handler(({ context, input }) => giveComp(context, input)),
}

export const messagesCalls = {
  countRecipients: calls.messages.countRecipients.handler(async ({ context, input }) => ({
    people: await countRecipients(context, input),
  })),
  send: calls.messages.send.handler(({ context, input }) => sendMessage(context, input)),
  list: calls.messages.list.handler(({ context, input }) => listMessages(context, input)),
}
