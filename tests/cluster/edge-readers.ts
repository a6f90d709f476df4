import { sql } from 'kysely'
import { SECRET } from '../../bench/harness/processes'
import { operationsOf } from '../support/api-operations'
import { getPersonId } from '~demo/people'
import { writeFeedToken } from '~/features/bookings/server/feed-token'
import { createUnsubscribeToken } from '~/features/notifications/server/unsubscribe-token'
import { hashTransferToken } from '~/features/tickets/server/transfers/transfer-token'
import { type EdgeSite, PICTURE } from './edge-site'

export interface Reader {
  name: string
  headers: Record<string, string>
  /** Whether a proxy must bypass its cache for this reader. */
  isPrivate: boolean
  /** Whether the session is valid, so that private pages are about this person. */
  isSignedIn: boolean
}

/** Creates readers of each kind. */
export async function createReaders(site: EdgeSite): Promise<Reader[]> {
  const { db, signIn } = site
  const people = {
    customer: 'customer',
    'unverified customer': 'tom',
    DJ: 'mara',
    'DJ who blocked another': 'juno',
    'blocked DJ': 'kestrel',
    'promoter and organizer': 'jonas',
    venue: 'owen',
    agent: 'sofia',
    producer: 'dae-jung',
    moderator: 'moderator',
    admin: 'admin',
    'check-in phone': 'temi',
  }
  await sql`update accounts set email_verified_at = null where id = ${getPersonId('tom')}`.execute(db)
  await sql`insert into blocks (blocker_id, blocked_id) values (${getPersonId('juno')}, ${getPersonId('kestrel')})
    on conflict do nothing`.execute(db)
  await sql`insert into event_people (event_id, person_id, relation)
    select id, ${getPersonId('temi')}, 'check_in' from events where organizer_id = ${getPersonId('jonas')}
    on conflict do nothing`.execute(db)
  await sql`update accounts set suspended_until = now() + interval '1 day' where id = ${getPersonId('nova')}`.execute(
    db,
  )
  const signedIn: Pick<Reader, 'name' | 'headers'>[] = await Promise.all(
    Object.entries(people).map(async ([name, key]) => ({ name, headers: { cookie: await signIn(key) } })),
  )
  const token = await site.createToken('ilse')
  const cookie = await signIn('customer')
  signedIn.push(
    { name: 'app with an access token', headers: { ...createBearer(token), cookie: '' } },
    { name: 'customer with other cookies', headers: { cookie: `_ga=1; theme=dark; ${cookie}; x=1` } },
    { name: 'customer with two Cookie headers', headers: { cookie: `_ga=1\n${cookie}` } },
    { name: 'customer in German', headers: { cookie, 'accept-language': 'de' } },
  )
  const known = [
    { name: 'suspended DJ', headers: { cookie: await signIn('nova') } },
    { name: 'expired session', headers: { cookie: await signIn('mara', { isExpired: true }) } },
    { name: 'ended session', headers: { cookie: await signIn('mara', { isEnded: true }) } },
    { name: 'forged session', headers: { cookie: `${cookie.slice(0, -4)}AAAA` } },
    { name: 'invalid access token', headers: createBearer('eyJhbGciOiJIUzI1NiJ9.e30.x') },
    { name: 'visitor with a theme', headers: { cookie: 'theme=dark' } },
    { name: 'visitor with a language', headers: { cookie: 'language=en' } },
    { name: 'visitor without a notice', headers: { cookie: 'notice=1x9k' } },
  ]
  const visitors = [
    { name: 'visitor', headers: {} },
    {
      name: 'visitor who signed out here',
      headers: { cookie: '__Host-b2b_device=abc; __Host-b2b_trust=def' },
    },
    { name: 'visitor during a sign-in elsewhere', headers: { cookie: '__Host-b2b_flow=abc' } },
    { name: 'embedded visitor', headers: { 'sec-fetch-dest': 'iframe', referer: 'https://other.example/' } },
  ]
  return [
    ...signedIn.map((reader) => ({ ...reader, isPrivate: true, isSignedIn: true })),
    ...known.map((reader) => ({ ...reader, isPrivate: true, isSignedIn: false })),
    ...visitors.map((reader) => ({ ...reader, isPrivate: false, isSignedIn: false })),
  ]
}

const createBearer = (token: string) => ({ authorization: `Bearer ${token}` })

export interface EdgePaths {
  /** Pages that a proxy may store. */
  pages: string[]
  /** Files for everyone that a proxy may store. */
  files: string[]
  /** Everything else: private pages, links with tokens, downloads, calls. */
  others: string[]
  /** Texts that only responses to `others` contain: numbers of orders and tickets, and tokens. */
  secrets: ReadonlySet<string>
}

/** Returns an example of each path, with ids of rows that belong to the readers. */
export async function listPaths({ db, get }: EdgeSite): Promise<EdgePaths> {
  const [customer, mara, jonas] = ['customer', 'mara', 'jonas'].map(getPersonId) as [string, string, string]
  const {
    rows: [row],
  } = await sql<Record<'shown' | 'hidden' | 'order' | 'ticket' | 'booking' | 'room' | 'transfer', string>>`
    with hidden as (
      update events set is_public = false
      where id = (select id from events where organizer_id = ${jonas} and event_status = 'published' and is_public
        order by event_date desc limit 1)
      returning id
    ), passed as (
      insert into ticket_transfers (ticket_id, from_id, to_email, token_hash)
      select k.id, ${customer}, 'friend@readers.example', ${hashTransferToken(TRANSFER)} from tickets k
      where k.customer_id = ${customer} and k.status = 'valid'
        and not exists (select from ticket_transfers x where x.ticket_id = k.id) limit 1
      returning id
    )
    select (select id from events where event_status = 'published' and is_public and event_date > now()
        and id not in (select id from hidden) order by event_date limit 1) as shown,
      (select id from hidden) as hidden,
      (select id from orders where customer_id = ${customer} and status = 'confirmed' limit 1) as order,
      (select id from tickets where customer_id = ${customer} limit 1) as ticket,
      (select id from bookings where dj_id = ${mara} limit 1) as booking,
      (select room_id from chat_room_members where user_id = ${mara} limit 1) as room,
      (select id from passed) as transfer`.execute(db)
  if (row === undefined || Object.values(row).includes(null as never))
    throw new Error(`The demo lacks a row: ${JSON.stringify(row)}`)
  await sql`insert into calendar_feeds (user_id) values (${mara}) on conflict do nothing`.execute(db)
  const feed = writeFeedToken({ userId: mara, version: 1 }, SECRET)
  const unsubscribe = createUnsubscribeToken({ userId: customer, topic: 'bookings' }, SECRET)
  const { shown, hidden, order, ticket, booking, room } = row
  const ids = { event: shown, hidden, order, ticket, booking, room, mara }
  const numbers = await sql<{ number: string }>`select order_number as number from orders
    union all select ticket_number from tickets union all select secret::text from tickets`.execute(db)
  return {
    pages: [
      '/',
      '/events',
      '/discover',
      `/events/${shown}`,
      `/dj/${mara}`,
      '/events?search=low',
      '/?utm_source=mail',
    ],
    files: [
      '/sitemap.xml',
      '/robots.txt',
      '/events.ics',
      '/card.png',
      '/site.webmanifest',
      '/favicon.svg',
      `/events/${shown}.ics`,
      `/events/${shown}/flyer.png`,
      `/dj/${mara}/card.png`,
      `/media/${PICTURE}`,
    ],
    others: [
      `/events/${hidden}`,
      `/events/${hidden}.ics`,
      `/events/${hidden}/flyer.png`,
      `/events/${hidden}/stock`,
      '/terms',
      '/privacy',
      '/accessibility',
      '/request-invite',
      '/auth',
      '/auth?next=/customer/dashboard',
      '/setup',
      '/waitlist',
      `/checkout/${order}`,
      '/customer/dashboard',
      '/customer/settings',
      `/customer/tickets/${ticket}`,
      ...['', '/bookings', '/chat', '/events', '/members', '/money', '/network', '/profile', '/settings'].map(
        (path) => `/dashboard${path}`,
      ),
      `/dashboard/bookings/${booking}`,
      `/dashboard/bookings/${booking}.ics`,
      `/dashboard/chat/${room}`,
      ...['edit', 'guests', 'analytics', 'check-in', 'preview', 'settlement'].map(
        (path) => `/dashboard/events/${hidden}/${path}`,
      ),
      ...['', '/users', `/users/${customer}`, '/bookings', '/payments', '/security', '/audit'].map(
        (path) => `/admin${path}`,
      ),
      `/tickets/${TRANSFER}`,
      `/feeds/${feed}.ics`,
      `/unsubscribe/${unsubscribe}`,
      '/account/activity.csv',
      '/admin/users.csv',
      '/admin/ledger.csv',
      `/events/${hidden}/sales.csv`,
      ...['money.csv', 'year.csv', 'statement.pdf', `events/${hidden}/attendees.csv`].map(
        (path) => `/api/v1/me/${path}`,
      ),
      '/api/rpc/identity/me?data=%7B%7D',
      ...(await listReads(get, { ...ids, feed, unsubscribe })),
    ],
    secrets: new Set([...numbers.rows.map(({ number }) => number), TRANSFER, feed, unsubscribe]),
  }
}

const TRANSFER = 'transfer-token-of-a-ticket-0123456789abcdefg'

/** Returns a path of each read of the API. */
async function listReads(get: EdgeSite['get'], ids: Record<string, string>): Promise<string[]> {
  const operations = operationsOf(JSON.parse((await get('/api/openapi.json')).body))
  const values: [RegExp, string | undefined][] = [
    [/^\/feeds/u, ids['feed']],
    [/^\/unsubscribe/u, ids['unsubscribe']],
    [/^\/transfers/u, TRANSFER],
    [/^\/(?:me|dashboard)\/events/u, ids['hidden']],
    [/^\/events/u, ids['event']],
    [/^\/orders/u, ids['order']],
    [/^\/tickets/u, ids['ticket']],
    [/^\/bookings/u, ids['booking']],
    [/^\/chat\/rooms/u, ids['room']],
    [/./u, ids['mara']],
  ]
  return operations
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => {
      const value = values.find(([pattern]) => pattern.test(path))?.[1] ?? ''
      return `/api/v1${path.replaceAll(/\{\w+\}/gu, value)}`
    })
}
