import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { toDirectKey } from '~/features/chat/rules/direct-key'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'
import { operationsOf } from '../support/api-operations'

// Permissions for rooms over HTTP: every person with every call in every kind of room, against a table written by hand.
const { db, address, someAddress, signIn, stop } = await startTestApp()
afterAll(stop)

// The people in the order of the table's columns. `asked` has requested to join the room.
const people = {
  'a visitor': null,
  'a stranger': 'customer',
  'an invited person': 'juno',
  'a person who asked': 'ilse',
  'a member': 'temi',
  'an admin of the room': 'sofia',
  'a banned person': 'kestrel',
  'a moderator': 'moderator',
} as const
type Person = keyof typeof people
const kinds = ['public', 'private by invitation', 'private by request', 'archived', 'between two'] as const
type Kind = (typeof kinds)[number]

// One string per kind of room, one sign per person: + allowed, ? must sign in, 0 not found, - not allowed, = not in
// this state. For lists: + contains the room, 0 doesn't.
const seesIt = '?+++++0+ ?0+0++00 ?+++++0+ ?000++0+ ?000++00'
const readsIt = '?+++++0+ ?000++00 ?000++00 ?000++0+ ?000++00'
const writesIt = '?---++0- ?0-0++00 ?---++0- ?000==0- ?000++00'
const managesIt = '?----+0- ?0-0-+00 ?----+0- ?000-+0- ?000--00'
const moderatesIt = '?----+0+ ?0-0-+00 ?----+0- ?000-+0+ ?000--00'
const invitesIntoIt = '?-----0- ?0-0++00 ?---++0- ?000--0- ?000--00'
const table: Record<string, string> = {
  'rooms.list': '?+++++0+ ?0+0++00 ?+++++0+ ?0000+0+ ?000++00',
  'rooms.get': seesIt,
  'rooms.unread': '?000++00 ?000++00 ?000++00 ?0000000 ?000++00',
  'rooms.update': managesIt,
  'rooms.update: close': '?----+0+ ?0-0-+00 ?----+0+ ?000-+0+ ?000--00',
  'rooms.update: open again': managesIt,
  'rooms.join': '?+++++0+ ?0+0++00 ?+++++0+ ?000++00 ?000++00',
  'rooms.withdrawRequest': '?+++++0+ ?0+0++00 ?+++++0+ ?000++0+ ?000++00',
  'rooms.leave': '?+++++0+ ?0+0++00 ?+++++0+ ?000++0+ ?000==00',
  'rooms.markRead': readsIt,
  'members.list': readsIt,
  'members.setRole': moderatesIt,
  'members.remove': managesIt,
  'members.invite': invitesIntoIt,
  'members.listInvitable': invitesIntoIt,
  'members.declineInvitation': '?0+00000 ?0+00000 ?0+00000 ?0000000 ?0000000',
  'members.listWaiting': managesIt,
  // Archived rooms accept no new members.
  'members.answerRequest': '?----+0- ?0-0-+00 ?----+0- ?000-=0- ?000--00',
  'messages.list': readsIt,
  'messages.feed': '?+++++0+ ?000++00 ?000++00 ?0000000 ?000++00',
  'messages.send': writesIt,
  'messages.edit': writesIt,
  'messages.remove': seesIt,
  'messages.typing': seesIt,
  'moderation.report': readsIt,
  'moderation.hideMessage': '?----+0+ ?000-+00 ?000-+00 ?000-+0+ ?000--00',
  'moderation.mute': moderatesIt,
  'moderation.unmute': moderatesIt,
  'moderation.ban': moderatesIt,
  'moderation.unban': moderatesIt,
  'moderation.listBans': moderatesIt,
}
/** Calls without a room. Everyone who is signed in can make them, about people they can see. */
const ofPeople = ['rooms.create', 'rooms.contacts', 'rooms.openDirect', 'moderation.hidePerson']
/** Calls only for moderators, which the tests of the moderation queue cover. */
const ofModerators = /^cases\./

const statuses = { '?': 401, '+': 200, '0': 404, '-': 403, '=': 409 } as const
const lists = new Set(['rooms.list', 'rooms.unread', 'messages.feed'])
const isRead = (call: string) => lists.has(call) || /\.(?:get|list[A-Z]?\w*)$/.test(call)

const other = newId()
const owner = newId()
const outcast = newId()
const asker = newId()
const friend = newId()
beforeAll(async () => {
  for (const id of [other, owner, outcast, asker, friend]) await insertPerson(id)
})

async function insertPerson(id: string): Promise<void> {
  await sql`
    with account as (insert into accounts (id, email) values (${id}, ${`${id}@example.com`}) returning id),
      profile as (insert into profiles (id, email, full_name) select id, ${`${id}@example.com`}, 'Quiet Quentin' from account)
    insert into user_roles (user_id, role) select id, 'user' from account`.execute(db)
}

interface Scene {
  kind: Kind
  roomId: string
  /** Another member of the room and the id of their message, and below it the id of the caller's message. */
  otherId: string
  theirs: string
  own: string
  request: string
}

async function setUp(kind: Kind, person: Person): Promise<Scene> {
  const isDirect = kind === 'between two'
  const roomId = newId()
  const otherId = isDirect ? newId() : other
  if (isDirect) await insertPerson(otherId)
  const key = people[person]
  const me = key && getPersonId(key)
  const isIn = person === 'a member' || person === 'an admin of the room'
  const type = kind === 'public' || kind === 'archived' ? 'public' : 'private'
  const joinBy = kind === 'private by request' ? 'request' : type === 'private' ? 'invitation' : null
  const second = isIn && me ? me : owner
  await sql`
    insert into chat_rooms (id, name, description, room_type, join_by, is_active, direct_key)
    values (${roomId}, ${isDirect ? 'Conversation' : `Vault ${roomId}`}, 'A word for few', ${type}, ${joinBy},
      ${kind !== 'archived'}, ${isDirect ? toDirectKey(otherId, second) : null})`.execute(db)
  const role = person === 'an admin of the room' ? 'admin' : 'member'
  const members: [string, string][] = isDirect
    ? [
        [otherId, 'member'],
        [second, role],
      ]
    : [[otherId, 'member'], [owner, 'admin'], ...(isIn && me ? [[me, role] as [string, string]] : [])]
  for (const [id, theirRole] of members)
    await sql`insert into chat_room_members (room_id, user_id, role) values (${roomId}, ${id}, ${theirRole})`.execute(
      db,
    )
  const request = newId()
  const waits = [
    ...(isDirect ? [] : [[request, asker]]),
    ...(person === 'a person who asked' && !isDirect ? [[newId(), me]] : []),
  ]
  for (const [id, who] of waits)
    await sql`insert into chat_join_requests (id, room_id, user_id) values (${id}, ${roomId}, ${who})`.execute(
      db,
    )
  if (person === 'an invited person' && !isDirect)
    await sql`insert into chat_room_invitations (room_id, user_id) values (${roomId}, ${me})`.execute(db)
  for (const who of person === 'a banned person' ? [me, outcast] : [outcast])
    await sql`insert into chat_bans (room_id, user_id, reason) values (${roomId}, ${who}, 'Spam')`.execute(db)
  const [own, theirs] = [newId(), newId()]
  // The caller's message is inserted first, so that another person's message is the latest.
  for (const [id, who, text] of [
    [own, me ?? owner, 'My own words'],
    [theirs, otherId, 'The secret setlist'],
  ])
    await sql`
      with tick as (update chat_clock set seq = seq + 1 returning seq), said as (
        insert into chat_events (seq, room_id, kind, message_id)
        select seq, ${roomId}::uuid, 'message', ${id}::uuid from tick)
      insert into chat_messages (id, room_id, user_id, content, seq)
      select ${id}::uuid, ${roomId}::uuid, ${who}::uuid, ${text}, seq from tick`.execute(db)
  return { kind, roomId, otherId, theirs, own, request }
}

function inputOf(call: string, { kind, roomId, otherId, theirs, own, request }: Scene): object {
  const reason = 'Because'
  const inputs: Record<string, object> = {
    'rooms.list': { search: kind === 'between two' ? 'Quentin' : roomId.slice(-12) },
    'rooms.unread': {},
    'rooms.update': { roomId, name: 'Mine now' },
    'rooms.update: close': { roomId, isActive: false },
    'rooms.update: open again': { roomId, isActive: true },
    'rooms.markRead': { roomId, seq: 1 },
    'members.setRole': { roomId, personId: otherId, role: 'admin' },
    'members.remove': { roomId, personId: otherId },
    'members.invite': { roomId, personId: friend },
    'members.answerRequest': { roomId, requestId: request, isApproved: true },
    'messages.feed': {},
    'messages.send': { roomId, clientId: crypto.randomUUID(), content: 'Can I?' },
    'messages.edit': { messageId: own, content: 'My other words' },
    'messages.remove': { messageId: own },
    'moderation.report': { about: { kind: 'message', messageId: theirs }, reason: 'spam', note: '' },
    'moderation.hideMessage': { messageId: theirs, isHidden: true, reason },
    'moderation.mute': { roomId, personId: otherId, minutes: 60, reason },
    'moderation.unmute': { roomId, personId: otherId, reason },
    'moderation.ban': { roomId, personId: otherId, reason },
    'moderation.unban': { roomId, personId: outcast, reason },
  }
  return inputs[call] ?? { roomId }
}

const cookies = new Map<string, Promise<string>>()
function cookieOf(person: Person): Promise<string> {
  const key = people[person]
  if (key === null) return Promise.resolve('')
  const known = cookies.get(key) ?? signIn(key)
  cookies.set(key, known)
  return known
}

async function send(call: string, person: Person, input: object): Promise<{ status: number; text: string }> {
  const [name = ''] = call.split(':')
  const answer = await fetch(`${address}/api/rpc/chat/${name.replace('.', '/')}`, {
    method: 'POST',
    headers: {
      origin: address,
      'content-type': 'application/json',
      'x-forwarded-for': someAddress(),
      cookie: await cookieOf(person),
    },
    body: JSON.stringify({ json: input }),
  })
  return { status: answer.status, text: await answer.text() }
}

async function stateOf(roomId: string): Promise<unknown> {
  const { rows } = await sql`
    select to_json(r) as room,
      (select json_agg(json_build_array(user_id, role) order by user_id) from chat_room_members where room_id = r.id) as members,
      (select json_agg(user_id order by user_id) from chat_room_invitations where room_id = r.id) as invitations,
      (select json_agg(q order by q.id) from chat_join_requests q where room_id = r.id) as requests,
      (select json_agg(user_id order by user_id) from chat_bans where room_id = r.id) as bans,
      (select json_agg(t order by t.id) from chat_mutes t where room_id = r.id) as mutes,
      (select json_agg(x order by x.seq) from chat_messages x where room_id = r.id) as messages,
      (select count(*) from chat_events where room_id = r.id) as events,
      (select count(*) from moderation_cases where room_id = r.id) as cases
    from chat_rooms r where id = ${roomId}`.execute(db)
  return rows
}

/** Makes the call and returns its sign in the table, or a description of the error. */
async function attempt(call: string, person: Person, scene: Scene): Promise<string> {
  const { status, text } = await send(call, person, inputOf(call, scene))
  if (lists.has(call) && status === 200) return text.includes(scene.roomId) ? '+' : '0'
  const [sign] = Object.entries(statuses).find(([, one]) => one === status) ?? []
  if (sign === undefined) return `${status} ${text}`
  if (sign === '+') return sign
  if (/secret setlist|Quentin/.test(text)) return `${sign} and tells what was said, or who is there`
  if (sign === '0' && /Vault|A word for few/.test(text)) return '0 and tells that there is a room'
  return sign
}

test('the table of expected access contains every call of chat, and no other', async () => {
  const operations = operationsOf(await (await fetch(`${address}/api/openapi.json`)).json())
  const named = operations.map(({ name }) => name).filter((name) => name.startsWith('chat.'))
  const calls = named.map((name) => name.slice('chat.'.length)).filter((name) => !ofModerators.test(name))
  const rows = [...Object.keys(table).map((row) => row.split(':')[0] ?? ''), ...ofPeople]
  expect([...new Set(rows)].toSorted()).toEqual(calls.toSorted())
  for (const [row, signs] of Object.entries(table))
    expect(signs, row).toMatch(/^(?:\?[-+0=]{7} ){4}\?[-+0=]{7}$/)
})

describe.each(kinds.map((kind, index) => ({ kind, index })))('room $kind', ({ kind, index }) => {
  test.each(Object.keys(people) as Person[])('%s gets the expected result of every call', async (person) => {
    const column = Object.keys(people).indexOf(person)
    const expected = Object.fromEntries(
      Object.entries(table).map(([call, row]) => [call, row.split(' ')[index]?.[column]]),
    )
    // Refused calls and reads share a room, because they change nothing. Each allowed change has its own room.
    const shared = await setUp(kind, person)
    const before = await stateOf(shared.roomId)
    // This call comes first, because it returns only the latest ten messages of all rooms.
    const feed = await attempt('messages.feed', person, shared)
    const calls = Object.keys(table).filter((call) => call !== 'messages.feed')
    const signs = await Promise.all(
      calls.map(async (call) => {
        const isShared = expected[call] !== '+' || isRead(call)
        return [call, await attempt(call, person, isShared ? shared : await setUp(kind, person))] as const
      }),
    )
    expect(Object.fromEntries([['messages.feed', feed], ...signs])).toEqual(expected)
    expect(await stateOf(shared.roomId), 'a read or a refused call changed the room').toEqual(before)
  })
})

test.each(Object.keys(people) as Person[])(
  '%s gets the expected result of calls without a room and of the moderation queue',
  async (person) => {
    const inputs: Record<string, object> = {
      'rooms.create': { name: 'Another one', description: null, roomType: 'public', genre: null },
      'rooms.openDirect': { personId: friend },
      'moderation.hidePerson': { personId: friend, isHidden: true },
    }
    await sql`insert into connections (user_id, connected_user_id, status, answered_at)
    select ${friend}, id, 'accepted', now() from profiles where id = ${getPersonId(people[person] ?? 'sofia')}
    on conflict do nothing`.execute(db)
    const isVisitor = people[person] === null
    for (const call of ofPeople)
      expect((await send(call, person, inputs[call] ?? {})).status, call).toBe(isVisitor ? 401 : 200)
    for (const call of ['counts', 'list', 'get', 'take', 'pass', 'decide']) {
      const input = { caseId: newId(), tab: 'open', isTaken: true, decision: 'nothing', reason: 'Because' }
      const { status } = await send(`cases.${call}`, person, input)
      const isQueue = call === 'counts' || call === 'list'
      const expected = isVisitor ? 401 : person !== 'a moderator' ? 403 : isQueue ? 200 : 404
      expect(status, call).toBe(expected)
    }
  },
)
