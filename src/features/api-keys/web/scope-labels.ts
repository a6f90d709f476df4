import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Scope } from '~/platform/rpc/scopes'

/** What a key with each scope can do. */
export const scopeLabels: Record<Scope, MessageDescriptor> = {
  'events:read': msg`Read events, including your drafts: line-ups, ticket types and sales figures.`,
  'events:write': msg`Create and change drafts of events and their line-ups. Only you can publish, and change a published event.`,
  'orders:read': msg`Read the orders, refunds and promo codes of your events, and your own orders.`,
  'tickets:read': msg`Read who has tickets for your events, and their guest lists.`,
  'check-in:write': msg`Read the check-in list of your events, and check people in.`,
  'bookings:read': msg`Read your bookings, your calendar, and the available days and reviews of DJs.`,
  'bookings:write': msg`Request bookings, offer a flat fee, and hold days in your calendar. Only you can accept or decline.`,
  'network:read': msg`Read your connections and the profiles of members.`,
  'profile:read': msg`Read your own profile.`,
  'chat:read': msg`Read your chat rooms and their messages.`,
}
