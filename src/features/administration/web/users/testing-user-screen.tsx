import { useState } from 'react'
import type { Answers } from '~tests/support/fake-server'
import type { UserDetail } from '../../contract-users-shapes'
import { UserPage } from './user-page'
import type { UserTab } from './user-tab'

export const sessions = [
  {
    id: 's1',
    startedAt: '2026-05-05T16:40:00Z',
    lastSeenAt: '2026-05-20T09:00:00Z',
    browser: 'Chrome on Android',
    ip: '203.0.113.7',
    isThis: false,
  },
  {
    id: 's2',
    startedAt: '2026-05-05T16:40:00Z',
    lastSeenAt: '2026-05-19T09:00:00Z',
    browser: 'Safari on Mac',
    ip: null,
    isThis: false,
  },
]
const booking = {
  id: 'b1',
  bookingNumber: 'BK-2026-0417',
  status: 'completed',
  side: 'dj',
  other: null,
  eventType: 'Club night',
  startsAt: '2026-11-14T22:00:00.000Z',
  timezone: 'Europe/Amsterdam',
  location: 'Pier Shed, Rotterdam',
  feeCents: 90_000,
  currency: 'USD' as const,
}
export const responses: Answers = {
  sessions: () => sessions,
  bookings: () => ({ bookings: [booking], nextCursor: null }),
  orders: () => ({ orders: [], nextCursor: null }),
  reports: () => [],
  'audit.list': () => ({
    entries: [
      {
        id: 'a1',
        at: '2026-11-20T10:12:00.000Z',
        actor: { id: 'juno', name: 'Juno Okafor', avatarUrl: null },
        did: 'verified',
        to: { text: 'Temi Adeyemi', isCode: false, href: null },
        change: '',
        until: null,
        link: null,
      },
    ],
    nextCursor: null,
    previousCursor: null,
  }),
}
type UserScreenProps = { user: UserDetail; start?: UserTab; onDeleted: () => void }

export function UserScreen({ user, start, onDeleted }: UserScreenProps) {
  const [tab, setTab] = useState<UserTab>(start ?? 'overview')
  return (
    <UserPage
      user={user}
      tab={tab}
      onTabChange={setTab}
      onDeleted={onDeleted}
      tree={<p>Invite tree</p>}
      audit={<p>Audit entries</p>}
    />
  )
}
