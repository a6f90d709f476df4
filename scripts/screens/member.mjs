// Screens of members: a DJ with a full calendar, and one who has just joined.
const seen = (name, route, path, more = {}) => ({ name, as: 'member', route, path, ...more })
const empty = (name, route, path, more = {}) => ({ name, as: 'newMember', route, path, ...more })

const ROOM = '/dashboard/chat/{room:Deep end}'
const inRoom = (name, ...press) => seen(name, 'dashboard.chat.$roomId', ROOM, { press })

export const memberScreens = [
  seen('home-member', 'index', '/'),
  seen('dashboard', 'dashboard.index', '/dashboard'),
  seen('dashboard-menu', 'dashboard.index', '/dashboard', { press: ['Menu'], widths: [390] }),
  seen('notifications', 'dashboard.index', '/dashboard', { press: [/^Notifications/] }),
  seen('dashboard-not-found', 'dashboard_.$', '/dashboard/nothing'),
  seen('member-types', 'dashboard_.member-type-selection', '/dashboard/member-type-selection'),
  seen('profile', 'dashboard.profile', '/dashboard/profile'),
  seen('profile-professional', 'dashboard.profile', '/dashboard/profile?tab=professional'),
  seen('profile-types', 'dashboard.profile', '/dashboard/profile?tab=types'),
  seen('network', 'dashboard.network', '/dashboard/network'),
  seen('network-pending', 'dashboard.network', '/dashboard/network?tab=pending'),
  seen('network-sent', 'dashboard.network', '/dashboard/network?tab=sent'),
  seen('network-none', 'dashboard.network', '/dashboard/network?q=polka'),
  seen('members', 'dashboard.members.index', '/dashboard/members'),
  seen('members-suggested', 'dashboard.members.index', '/dashboard/members?show=suggested'),
  seen('members-none', 'dashboard.members.index', '/dashboard/members?q=polka'),
  seen('member', 'dashboard.members.$id', '/dashboard/members/{member:Owen Faulk}'),
  seen('member-not-found', 'dashboard.members.$id', '/dashboard/members/nobody'),
  seen('bookings', 'dashboard.bookings.index', '/dashboard/bookings'),
  seen('bookings-completed', 'dashboard.bookings.index', '/dashboard/bookings?status=completed'),
  seen('bookings-none', 'dashboard.bookings.index', '/dashboard/bookings?q=polka'),
  seen('bookings-calendar', 'dashboard.bookings.index', '/dashboard/bookings?view=calendar'),
  seen('booking-pending', 'dashboard.bookings.$id', '/dashboard/bookings/{booking:pending}'),
  seen('booking-offer', 'dashboard.bookings.$id', '/dashboard/bookings/{bookingToAnswer:first}', {
    press: ['Counter-offer'],
  }),
  seen('booking-confirmed', 'dashboard.bookings.$id', '/dashboard/bookings/{booking:confirmed}'),
  seen('booking-cancel', 'dashboard.bookings.$id', '/dashboard/bookings/{booking:confirmed}', {
    press: [/^Cancel/],
  }),
  seen('booking-completed', 'dashboard.bookings.$id', '/dashboard/bookings/{booking:completed}'),
  seen('booking-cancelled', 'dashboard.bookings.$id', '/dashboard/bookings/{booking:cancelled}'),
  seen('booking-not-found', 'dashboard.bookings.$id', '/dashboard/bookings/nothing'),
  seen('invitations', 'dashboard.invitations', '/dashboard/invitations'),
  seen('invitations-generate', 'dashboard.invitations', '/dashboard/invitations', { press: ['Generate'] }),
  seen('settings', 'dashboard.settings', '/dashboard/settings'),
  seen('payouts', 'dashboard.settings', '/dashboard/settings#payouts'),
  seen('payouts-disconnect', 'dashboard.settings', '/dashboard/settings#payouts', { press: ['Disconnect'] }),
  seen('payouts-sandbox', 'payouts.sandbox.$account', '/dashboard/settings#payouts', { press: ['Change'] }),
  seen('payouts-sandbox-not-found', 'payouts.sandbox.$account', '/payouts/sandbox/nothing'),
  empty('payouts-new', 'dashboard.settings', '/dashboard/settings#payouts'),
  seen('chat', 'dashboard.chat.index', '/dashboard/chat'),
  seen('chat-none', 'dashboard.chat.index', '/dashboard/chat?q=polka'),
  seen('chat-create', 'dashboard.chat.index', '/dashboard/chat', { press: ['Create New Chat Room'] }),
  seen('chat-new-message', 'dashboard.chat.index', '/dashboard/chat', { press: ['New message'] }),
  inRoom('room'),
  inRoom('room-menu', 'Options for Deep end'),
  inRoom('room-members', 'Options for Deep end', 'Members'),
  // Changing the width closes the menu.
  ...[1280, 390].map((width) => ({
    name: `room-message-${width}`,
    as: 'member',
    route: 'dashboard.chat.$roomId',
    widths: [width],
    async *states({ page, open, press }) {
      await open(ROOM)
      const more = page.getByRole('button', { name: /^More about the message of/ })
      await more.last().press('Enter')
      yield 'menu'
      await press('Report…')
      yield 'report'
    },
  })),
  seen('room-not-found', 'dashboard.chat.$roomId', '/dashboard/chat/00000000-0000-7000-8000-000000000000'),
  seen('member-events', 'dashboard.events.index', '/dashboard/events'),
  empty('dashboard-new', 'dashboard.index', '/dashboard'),
  empty('notifications-empty', 'dashboard.index', '/dashboard', { press: [/^Notifications/] }),
  empty('network-empty', 'dashboard.network', '/dashboard/network'),
  empty('bookings-empty', 'dashboard.bookings.index', '/dashboard/bookings'),
  empty('money-empty', 'dashboard.money', '/dashboard/money'),
  empty('member-events-empty', 'dashboard.events.index', '/dashboard/events'),
  empty('invitations-empty', 'dashboard.invitations', '/dashboard/invitations'),
  empty('profile-new', 'dashboard.profile', '/dashboard/profile'),
  empty('member-types-new', 'dashboard_.member-type-selection', '/dashboard/member-type-selection'),
  empty('waitlist-join', 'events.$id', '/events/{event:Dancing in the Dark Matter}', {
    press: [/^Join the waitlist/],
  }),
]
