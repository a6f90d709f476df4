// Screens of organizers and their events.
const seen = (name, route, path, more = {}) => ({ name, as: 'organizer', route, path, ...more })
const EDIT = '/dashboard/events/{event:Low Ceiling}/edit'
const PEOPLE = '/dashboard/events/{event:Low Ceiling}/guests'

export const organizerScreens = [
  seen('my-events', 'dashboard.events.index', '/dashboard/events'),
  seen('my-events-menu', 'dashboard.events.index', '/dashboard/events', {
    press: ['Actions for Low Ceiling'],
  }),
  seen('money', 'dashboard.money', '/dashboard/money'),
  seen('money-filtered', 'dashboard.money', '/dashboard/money?kind=sales'),
  seen('money-entries', 'dashboard.money', '/dashboard/money', { press: [/^Ticket sales, /] }),
  seen('event-create', 'dashboard.events.create', '/dashboard/events/create'),
  seen('event-edit', 'dashboard.events.$id.edit', EDIT),
  seen('event-edit-draft', 'dashboard.events.$id.edit', '/dashboard/events/{event:Slow Puncture}/edit'),
  seen('event-edit-cancelled', 'dashboard.events.$id.edit', '/dashboard/events/{event:Damp Proof}/edit'),
  seen('event-edit-menu', 'dashboard.events.$id.edit', EDIT, { press: ['More'] }),
  seen('event-postpone', 'dashboard.events.$id.edit', EDIT, { press: ['More', /^Postpone/] }),
  seen('event-cancel', 'dashboard.events.$id.edit', EDIT, { press: ['More', /^Cancel/] }),
  seen('event-ticket-type', 'dashboard.events.$id.edit', EDIT, { press: ['Add a ticket type'] }),
  seen('event-promo-code', 'dashboard.events.$id.edit', EDIT, { press: ['Add a promo code'] }),
  seen('event-edit-not-found', 'dashboard.events.$id.edit', '/dashboard/events/nothing/edit'),
  seen('event-preview', 'dashboard_.events.$id.preview', '/dashboard/events/{event:Low Ceiling}/preview'),
  seen('event-cancelled', 'events.$id', '/events/{event:Damp Proof}'),
  { name: 'event-postponed', as: 'agent', route: 'events.$id', path: '/events/{event:Ice House}' },
  seen('event-past', 'events.$id', '/events/{event:Basement Weather}'),
  seen('dispute-not-found', 'dashboard.disputes.$id', '/dashboard/disputes/nothing'),
  seen('analytics', 'dashboard.events.$id.analytics', '/dashboard/events/{event:Low Ceiling}/analytics'),
  seen(
    'analytics-past',
    'dashboard.events.$id.analytics',
    '/dashboard/events/{event:Basement Weather}/analytics',
  ),
  seen('settlement', 'dashboard.events.$id.settlement', '/dashboard/events/{event:Low Ceiling}/settlement'),
  seen(
    'settlement-accepted-one',
    'dashboard.events.$id.settlement',
    '/dashboard/events/{event:Basement Weather}/settlement',
  ),
  seen(
    'settlement-question',
    'dashboard.events.$id.settlement',
    '/dashboard/events/{event:Basement Weather}/settlement',
    { press: ['Question a figure'] },
  ),
  {
    name: 'settlement-dj',
    as: 'member',
    route: 'dashboard.events.$id.settlement',
    path: '/dashboard/events/{event:Basement Weather}/settlement',
  },
  {
    name: 'settlement-paid',
    as: 'agent',
    route: 'dashboard.events.$id.settlement',
    path: '/dashboard/events/{event:Endless Encore}/settlement',
  },
  seen('settlement-not-found', 'dashboard.events.$id.settlement', '/dashboard/events/nothing/settlement'),
  seen('refunds', 'dashboard.events.$id.refunds', '/dashboard/events/{event:Damp Proof}/refunds'),
  seen('refunds-none', 'dashboard.events.$id.refunds', '/dashboard/events/{event:Low Ceiling}/refunds'),
  seen('attendees', 'dashboard.events.$id.guests', PEOPLE),
  seen('attendees-none', 'dashboard.events.$id.guests', `${PEOPLE}?q=polka`),
  seen('attendees-give', 'dashboard.events.$id.guests', PEOPLE, { press: ['Give tickets'] }),
  seen('guest-list', 'dashboard.events.$id.guests', `${PEOPLE}?tab=guests`),
  seen('guest-list-paste', 'dashboard.events.$id.guests', `${PEOPLE}?tab=guests`, {
    press: ['Paste a list'],
  }),
  seen('messages', 'dashboard.events.$id.guests', `${PEOPLE}?tab=messages`),
  seen('dj-book', 'dj.$id', '/dj/{dj:Juno Okafor}?book=any'),
  seen('dj-organizer', 'dj.$id', '/dj/{dj:Mara Voss}'),
  {
    name: 'check-in',
    as: 'organizer',
    route: 'dashboard_.events.$id.check-in',
    async *states({ page, open, press }) {
      await open('/dashboard/events/{event:Low Ceiling}/check-in')
      yield 'question'
      await page.getByRole('dialog').getByRole('button', { name: 'Front' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      yield 'scan'
      await page.setViewportSize({ width: 390, height: 844 })
      for (const tab of ['Search', 'Guest list']) {
        await press(tab)
        yield { name: tab.toLowerCase().replace(' ', '-'), widths: [390] }
      }
    },
  },
  seen('check-in-not-found', 'dashboard_.events.$id.check-in', '/dashboard/events/nothing/check-in'),
]
