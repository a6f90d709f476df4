import { getCalendar, getEventCalendar, listAddresses } from './calendars'
import { dashboardCalls } from './dashboard/calls'
import { calls } from './call-implementer'
import { acceptSet, leaveSet, listOwnSets } from './line-up/own-sets'
import { numbersCalls } from './numbers/calls'
import { refuse } from './refused-error'

export const eventsCalls = calls.router({
  list: calls.list.handler(({ context, input }) => context.publicEvents.list(input, context.now())),
  featured: calls.featured.handler(async ({ context, input }) => {
    const { events, total } = await context.publicEvents.list(input, context.now())
    return { events, total: total ?? { count: events.length, isExact: true } }
  }),
  get: calls.get.handler(async ({ context, input }) => {
    const event = await context.publicEvents.find(input.id, context.now())
    if (!event) throw refuse('NOT_FOUND')
    return event
  }),
  calendar: calls.calendar.handler(({ context }) => getCalendar(context)),
  eventCalendar: calls.eventCalendar.handler(({ context, input }) =>
    getEventCalendar(context.db, context.config.publicUrl, input.id),
  ),
  site: calls.site.handler(({ context }) => ({ publicUrl: context.config.publicUrl })),
  addresses: calls.addresses.handler(async ({ context }) => ({
    events: await listAddresses(context.db, context.now()),
  })),
  dashboard: dashboardCalls,
  lineUp: calls.lineUp.router({
    listOwn: calls.lineUp.listOwn.handler(async ({ context }) => ({ sets: await listOwnSets(context) })),
    accept: calls.lineUp.accept.handler(async ({ context, input }) => {
      await acceptSet(context, input.id)
      return {}
    }),
    leave: calls.lineUp.leave.handler(async ({ context, input }) => {
      await leaveSet(context, input.id)
      return {}
    }),
  }),
  numbers: numbersCalls,
})
