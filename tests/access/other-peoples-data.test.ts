import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { createUnsubscribeToken } from '~/features/notifications/server/unsubscribe-token'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'
import { operationsOf } from '../support/api-operations'

// Every call between members, made by people who are on neither side. The permissions of the two sides are in
// members-access, network-access and bookings-access. New calls must be added here.
const { db, address, someAddress, signIn, stop } = await startTestApp()
afterAll(stop)

const features = /^(?:members|network|bookings|notifications|chat\.messages|chat\.rooms|chat\.members)\./
const outsiders = {
  'a visitor': null,
  'a customer': 'customer',
  'a member': 'kestrel',
  'a moderator': 'moderator',
  'an admin': 'admin',
} as const
type Outsider = keyof typeof outsiders

const sofia = getPersonId('sofia')
const juno = getPersonId('juno')
const temi = getPersonId('temi')
/** Sofia and Juno have a pending connection request. Sofia and Temi have a pending booking and a completed one. */
const connection = newId()
const waiting = newId()
const played = newId()
/** The direct chat room of Sofia and Juno, with a message by Sofia. */
const room = newId()
const message = newId()
const token = createUnsubscribeToken(
  { userId: sofia, topic: 'bookings' },
  'only for these tests, and long enough for it',
)
const HOUR = 3_600_000
const later = (days: number) => new Date(Date.now() + days * 24 * HOUR)
const day = (days: number) => later(days).toISOString().slice(0, 10)
const requested = {
  eventType: 'Club Night',
  location: 'Loom Hall',
  timezone: 'Europe/London',
  startsAt: later(200).toISOString(),
  endsAt: new Date(later(200).getTime() + HOUR).toISOString(),
  feeCents: 90_000,
}
const terms = {
  ...requested,
  depositCents: null,
  hospitality: '',
  technical: '',
}

beforeAll(async () => {
  await sql`delete from blocks`.execute(db)
  await sql`delete from connections where ${sofia}::uuid in (user_id, connected_user_id)
    and ${juno}::uuid in (user_id, connected_user_id)`.execute(db)
  await sql`insert into connections (id, user_id, connected_user_id, status)
    values (${connection}, ${sofia}, ${juno}, 'pending')`.execute(db)
  await sql`insert into chat_rooms (id, name, room_type, join_by) values (${room}, 'Sofia and Juno', 'private', 'invitation')`.execute(
    db,
  )
  await sql`insert into chat_room_members (room_id, user_id) values (${room}, ${sofia}), (${room}, ${juno})`.execute(
    db,
  )
  const written = await sql<{ seq: number }>`update chat_clock set seq = seq + 1 returning seq`.execute(db)
  await sql`insert into chat_messages (id, room_id, user_id, content, seq)
    values (${message}, ${room}, ${sofia}, 'Loom Hall, for 90000', ${written.rows[0]?.seq})`.execute(db)
  for (const [id, from, status] of [
    [waiting, later(150), 'pending'],
    [played, later(-2), 'completed'],
  ] as const) {
    const isWaiting = status === 'pending'
    const until = new Date(from.getTime() + HOUR)
    await sql`
      insert into bookings (id, client_id, dj_id, event_date, ends_at, event_type, location, status, awaiting_id, answer_by,
        completed_at, fee_cents)
      values (${id}, ${sofia}, ${temi}, ${from}, ${until}, 'Club Night', 'Loom Hall', ${status},
        ${isWaiting ? temi : null}, ${isWaiting ? from : null}, ${isWaiting ? null : until}, 90000)`.execute(
      db,
    )
    await sql`insert into booking_steps (booking_id, position, kind, actor_id) values (${id}, 1, 'request', ${sofia})`.execute(
      db,
    )
  }
})

/**
 * The people who get the data: everyone; anyone signed in (visitors get 401); or only its owner (others get "not
 * found").
 */
type Answers = 'everyone' | 'anyone signed in' | 'nobody else'
type Own = { values: object }
type Row = [answers: Answers, method: string, path: string, body?: object | ((own: Own) => object)]

const answer = { steps: 1 }
const table: Record<string, Row> = {
  'members.discover': ['everyone', 'GET', 'djs'],
  'members.getDj': ['everyone', 'GET', `djs/${temi}`],
  'members.recordView': ['everyone', 'POST', `djs/${temi}/views`],
  'members.getMember': ['anyone signed in', 'GET', `members/${sofia}`],
  'members.myProfile': ['anyone signed in', 'GET', 'me/profile'],
  'members.saveProfile': ['anyone signed in', 'PUT', 'me/profile', ({ values }) => ({ ...values })],
  'members.saveMemberTypes': ['anyone signed in', 'PUT', 'me/member-types', { types: ['media'] }],
  'members.removeAvatar': ['anyone signed in', 'DELETE', 'me/avatar'],
  'members.dashboard': ['anyone signed in', 'GET', 'me/dashboard'],
  'members.activity': ['anyone signed in', 'GET', 'me/activity'],

  'network.relation': ['anyone signed in', 'GET', `members/${sofia}/relation`],
  'network.request': ['anyone signed in', 'POST', `members/${sofia}/connection`],
  'network.accept': ['nobody else', 'POST', `connections/${connection}/accept`],
  'network.decline': ['nobody else', 'POST', `connections/${connection}/decline`],
  'network.reopen': ['nobody else', 'POST', `connections/${connection}/reopen`],
  'network.withdraw': ['nobody else', 'POST', `connections/${connection}/withdraw`],
  'network.remove': ['nobody else', 'DELETE', `connections/${connection}`],
  'network.list': ['anyone signed in', 'GET', 'connections?tab=connections'],
  'network.counts': ['anyone signed in', 'GET', 'connections/counts'],
  'network.listMembers': ['anyone signed in', 'GET', 'members'],
  'network.block': ['anyone signed in', 'PUT', `blocks/${getPersonId('ilse')}`],
  'network.unblock': ['anyone signed in', 'DELETE', `blocks/${getPersonId('ilse')}`],
  'network.listBlocked': ['anyone signed in', 'GET', 'blocks'],

  'bookings.availability': ['everyone', 'GET', `djs/${temi}/availability?month=${day(60).slice(0, 7)}`],
  'bookings.listReviews': ['everyone', 'GET', `people/${temi}/reviews`],
  'bookings.request': [
    'anyone signed in',
    'POST',
    `djs/${temi}/bookings`,
    () => ({ ...requested, clientKey: crypto.randomUUID() }),
  ],
  'bookings.nearestFreeDays': ['anyone signed in', 'GET', `djs/${temi}/free-days?day=${day(60)}`],
  'bookings.list': ['anyone signed in', 'GET', 'bookings?period=ahead'],
  'bookings.counts': ['anyone signed in', 'GET', 'bookings/counts'],
  'bookings.calendar': ['anyone signed in', 'GET', `bookings/calendar?month=${day(60).slice(0, 7)}`],
  'bookings.get': ['nobody else', 'GET', `bookings/${waiting}`],
  'bookings.calendarFile': ['nobody else', 'GET', `bookings/${waiting}/calendar`],
  'bookings.offer': ['nobody else', 'POST', `bookings/${waiting}/offers`, { ...answer, terms }],
  'bookings.accept': ['nobody else', 'POST', `bookings/${waiting}/accept`, answer],
  'bookings.decline': ['nobody else', 'POST', `bookings/${waiting}/decline`, answer],
  'bookings.cancel': ['nobody else', 'POST', `bookings/${waiting}/cancel`, { ...answer, reason: 'Because' }],
  'bookings.proposeFee': ['nobody else', 'POST', `bookings/${waiting}/fee`, { ...answer, feeCents: 1 }],
  'bookings.respondToFee': [
    'nobody else',
    'POST',
    `bookings/${waiting}/fee/response`,
    { ...answer, isAccepted: true },
  ],
  'bookings.review': ['nobody else', 'POST', `bookings/${played}/review`, { rating: 1, body: '' }],
  'bookings.hold': ['anyone signed in', 'PUT', `me/holds/${day(90)}`],
  'bookings.release': ['anyone signed in', 'DELETE', `me/holds/${day(90)}`],
  'bookings.feed': ['anyone signed in', 'GET', 'bookings/feed'],
  'bookings.renewFeed': ['anyone signed in', 'POST', 'bookings/feed'],
  'bookings.revokeFeed': ['anyone signed in', 'DELETE', 'bookings/feed'],
  // The address of a calendar feed is secret, and only its owner knows it: see the test below.
  'bookings.feedFile': ['nobody else', 'GET', `feeds/${'A'.repeat(43)}`],

  'chat.rooms.list': ['anyone signed in', 'GET', 'chat/rooms'],
  'chat.rooms.unread': ['anyone signed in', 'GET', 'chat/unread'],
  'chat.rooms.create': [
    'anyone signed in',
    'POST',
    'chat/rooms',
    { name: 'Another', description: null, roomType: 'private', genre: null },
  ],
  'chat.rooms.openDirect': ['nobody else', 'POST', 'chat/direct', { personId: newId() }],
  'chat.rooms.contacts': ['anyone signed in', 'GET', 'chat/contacts'],
  'chat.rooms.get': ['nobody else', 'GET', `chat/rooms/${room}`],
  'chat.rooms.update': ['nobody else', 'PATCH', `chat/rooms/${room}`, { name: 'Mine' }],
  'chat.rooms.join': ['nobody else', 'POST', `chat/rooms/${room}/join`],
  'chat.rooms.withdrawRequest': ['nobody else', 'DELETE', `chat/rooms/${room}/request`],
  'chat.rooms.leave': ['nobody else', 'POST', `chat/rooms/${room}/leave`],
  'chat.rooms.markRead': ['nobody else', 'POST', `chat/rooms/${room}/read`, { seq: 1 }],
  'chat.members.list': ['nobody else', 'GET', `chat/rooms/${room}/members`],
  'chat.members.setRole': [
    'nobody else',
    'POST',
    `chat/rooms/${room}/members/${juno}/role`,
    { role: 'admin' },
  ],
  'chat.members.remove': ['nobody else', 'POST', `chat/rooms/${room}/members/${juno}/remove`],
  'chat.members.invite': ['nobody else', 'POST', `chat/rooms/${room}/invitations`, { personId: temi }],
  'chat.members.listInvitable': ['nobody else', 'GET', `chat/rooms/${room}/invitable`],
  'chat.members.declineInvitation': ['nobody else', 'POST', `chat/rooms/${room}/invitations/decline`],
  'chat.members.listWaiting': ['nobody else', 'GET', `chat/rooms/${room}/requests`],
  'chat.members.answerRequest': [
    'nobody else',
    'POST',
    `chat/rooms/${room}/requests/${newId()}`,
    { isApproved: true },
  ],
  'chat.messages.list': ['nobody else', 'GET', `chat/rooms/${room}/messages`],
  'chat.messages.send': [
    'nobody else',
    'POST',
    `chat/rooms/${room}/messages`,
    () => ({ clientId: crypto.randomUUID(), content: 'Let me in' }),
  ],
  'chat.messages.edit': ['nobody else', 'PATCH', `chat/messages/${message}`, { content: 'Mine' }],
  'chat.messages.remove': ['nobody else', 'DELETE', `chat/messages/${message}`],
  'chat.messages.typing': ['nobody else', 'POST', `chat/rooms/${room}/typing`],
  'chat.messages.feed': ['anyone signed in', 'GET', 'chat/feed'],

  'notifications.list': ['anyone signed in', 'GET', 'me/notifications'],
  'notifications.unread': ['anyone signed in', 'GET', 'me/notifications/unread'],
  'notifications.markRead': ['anyone signed in', 'POST', 'me/notifications/read', { ids: [newId()] }],
  'notifications.markAllRead': ['anyone signed in', 'POST', 'me/notifications/read-all'],
  'notifications.emailPreferences': ['anyone signed in', 'GET', 'me/email-preferences'],
  'notifications.setEmailPreference': [
    'anyone signed in',
    'PUT',
    'me/email-preferences/bookings',
    { wantsEmail: true },
  ],
  'notifications.unsubscribeStatus': ['everyone', 'GET', `unsubscribe/${token}`],
  'notifications.unsubscribe': ['everyone', 'POST', `unsubscribe/${token}`, { again: true }],
}
/** Visitors get "not found" here, because these calls need no session. */
const open = new Set(['bookings.feedFile'])

const cookies = new Map<Outsider, string>()
async function send(person: Outsider, [, method, path, body]: Row) {
  const key = outsiders[person]
  const cookie = key === null ? '' : (cookies.get(person) ?? (await signIn(key)))
  cookies.set(person, cookie)
  const headers = {
    origin: address,
    'content-type': 'application/json',
    cookie,
    'x-forwarded-for': someAddress(),
  }
  const own = async (): Promise<Own> =>
    key === null ? { values: {} } : (await fetch(`${address}/api/v1/me/profile`, { headers })).json()
  const sent = typeof body === 'function' ? body(await own()) : (body ?? {})
  const reply = await fetch(`${address}/api/v1/${path}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: JSON.stringify(sent) }),
  })
  return { status: reply.status, text: await reply.text() }
}

async function between() {
  const { rows } = await sql`
    select (select status from connections where id = ${connection}) as connection,
      (select json_agg(json_build_array(status, steps) order by id) from bookings where id in (${waiting}, ${played})) as bookings,
      (select count(*) from reviews where booking_id = ${played}) as reviews,
      (select name from chat_rooms where id = ${room}) as room,
      (select json_agg(json_build_array(user_id, role) order by user_id) from chat_room_members where room_id = ${room}) as members,
      (select json_agg(json_build_array(id, content, is_edited) order by seq) from chat_messages where room_id = ${room}) as messages`.execute(
    db,
  )
  return rows
}

test('DA-03 the table of expected access contains exactly the calls of these features', async () => {
  const operations = operationsOf(await (await fetch(`${address}/api/openapi.json`)).json())
  const named = operations.filter(({ name }) => features.test(name))
  expect(Object.keys(table).toSorted()).toEqual(named.map(({ name }) => name).toSorted())
  for (const { name, method, path } of named) {
    const [, sentMethod, sentPath = ''] = table[name] ?? []
    const form = new RegExp(`^${path.slice(1).replaceAll(/\{\w+\}/g, '[^/]+')}(?:\\?.*)?$`)
    expect([sentMethod, sentPath], name).toEqual([method, expect.stringMatching(form)])
  }
})

const cells = Object.keys(table).flatMap((name) =>
  (Object.keys(outsiders) as Outsider[]).map((person) => [name, person] as const),
)

test.each(cells)(
  'DA-03 %s, called by %s, gets the expected status and changes nothing',
  async (name, person) => {
    const row = table[name]
    if (!row) throw new Error(`${name} is not in the table`)
    const before = await between()
    const { status, text } = await send(person, row)
    const [answers] = row
    const isShut = person === 'a visitor' && answers !== 'everyone' && !open.has(name)
    expect(status, text).toBe(isShut ? 401 : answers === 'nobody else' ? 404 : 200)
    if (status !== 200) expect(text).not.toMatch(/Loom Hall|90000|Sofia|Juno|Temi/)
    expect(await between()).toEqual(before)
  },
)

test('anyone with the address of a calendar can read it until it is renewed', async () => {
  const renew: Row = ['anyone signed in', 'POST', 'bookings/feed']
  const { url }: { url: string } = JSON.parse((await send('a member', renew)).text)
  const key = /\/feeds\/([^/]+?)(?:\.ics)?$/.exec(url)?.[1] ?? ''
  const read: Row = ['everyone', 'GET', `feeds/${key}`]
  for (const person of Object.keys(outsiders) as Outsider[]) {
    const { status, text } = await send(person, read)
    expect(status, person).toBe(200)
    expect(text).toContain('BEGIN:VCALENDAR')
    expect(text, 'contains only bookings of the owner of the feed').not.toContain(waiting)
  }
  await send('a member', renew)
  expect((await send('a member', read)).status).toBe(404)
})
