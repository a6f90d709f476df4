import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEvents, soon } from '~/features/chat/server/stream/testing'
import { startTestApp } from '../support/app'

// Attacks on chat over HTTP: forged data, rooms and messages the caller can't access, and heavy concurrency.
let app: Awaited<ReturnType<typeof startTestApp>>
const keys = ['mara', 'juno', 'sofia', 'jonas', 'moderator', 'admin'] as const
type Key = (typeof keys)[number]
const cookies = new Map<Key, string>()
const ids = new Map<Key, string>()
const open: AbortController[] = []
beforeAll(async () => {
  app = await startTestApp()
  for (const key of keys) {
    cookies.set(key, await app.signIn(key))
    const { rows } = await sql<{ id: string }>`
      select id from accounts where email = ${`${key}@backtoback.example`}`.execute(app.db)
    ids.set(key, rows[0]?.id ?? '')
  }
})
afterAll(async () => {
  for (const one of open) one.abort()
  await app.stop()
})

async function call(key: Key, method: string, path: string, body?: object) {
  const answer = await fetch(`${app.address}/api/v1${path}`, {
    method,
    headers: {
      cookie: cookies.get(key) ?? '',
      origin: app.address,
      'content-type': 'application/json',
      'x-forwarded-for': app.someAddress(),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as { id?: string } }
}

async function follow(key: Key, search = '', headers: Record<string, string> = {}) {
  const abort = new AbortController()
  open.push(abort)
  const answer = await fetch(`${app.address}/api/live${search}`, {
    headers: { cookie: cookies.get(key) ?? '', ...headers },
    signal: abort.signal,
  })
  let text = ''
  let isOver = false
  const reading = (async () => {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece
  })()
  reading.catch(() => undefined).finally(() => (isOver = true))
  const events = () => parseEvents(text.slice(0, text.lastIndexOf('\n\n') + 2))
  if (answer.status === 200)
    await soon(() => isOver || events().some(({ event }) => event === 'at' || event === 'reset')).toBe(true)
  return { status: answer.status, text: () => text, events, isOver: () => isOver, cut: () => abort.abort() }
}

async function roomOf(
  type: 'public' | 'private',
  admins: readonly Key[],
  members: readonly Key[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into chat_rooms (name, room_type, join_by)
    values ('Two decks', ${type}, ${type === 'private' ? 'invitation' : null}) returning id`.execute(app.db)
  const roomId = rows[0]?.id ?? ''
  for (const key of [...admins, ...members])
    await sql`insert into chat_room_members (room_id, user_id, role)
      values (${roomId}, ${ids.get(key)}, ${admins.includes(key) ? 'admin' : 'member'})`.execute(app.db)
  return roomId
}
const send = (key: Key, roomId: string, content: string, clientId: string = crypto.randomUUID()) =>
  call(key, 'POST', `/chat/rooms/${roomId}/messages`, { clientId, content })
const times = <Value>(count: number, work: (index: number) => Value) =>
  Array.from({ length: count }, (_, i) => work(i))
const reason = 'Advertising'

test('a stream contains nothing of a room that the reader may not read, whatever position and room it requests', async () => {
  const secret = await roomOf('private', ['mara'], [])
  await send('mara', secret, 'Only among us')
  const shared = await roomOf('public', [], ['jonas', 'juno'])
  const places = [
    '-1',
    '-0',
    '0',
    '1e3',
    'NaN',
    'Infinity',
    '0x10',
    '9007199254740993',
    '999999999999999',
    '1'.repeat(400),
    ' 1',
    "1'--",
  ]
  for (const place of places) {
    const search = `?after=${encodeURIComponent(place)}&watch=${secret}&watch=feed`
    const header = await follow('juno', `?watch=${secret}`, { 'last-event-id': place })
    const stream = await follow('juno', search)
    expect([stream.status, header.status], place).toEqual([200, 200])
    await send('mara', secret, 'Still among us')
    await send('jonas', shared, `After ${place}`.slice(0, 50))
    for (const one of [stream, header]) {
      await soon(() => one.events().at(-1)?.data).toMatchObject({ message: { roomId: shared } })
      expect(one.text(), place).not.toContain(secret)
      one.cut()
    }
  }
})

test('a person who is banned while twenty others write gets no message after the ban, and cannot read the room', async () => {
  for (let round = 0; round < 4; round += 1) {
    const roomId = await roomOf('public', ['mara'], ['juno', 'sofia', 'jonas'])
    const stream = await follow('juno', `?watch=${roomId}`)
    const [banned] = await Promise.all([
      call('moderator', 'POST', `/chat/rooms/${roomId}/bans`, { personId: ids.get('juno'), reason }),
      ...times(5, (index) => send('sofia', roomId, `Sofia ${index}`)),
      ...times(5, (index) => send('jonas', roomId, `Jonas ${index}`)),
      ...times(10, () => call('juno', 'POST', `/chat/rooms/${roomId}/join`)),
    ])
    expect(banned.status).toBe(200)
    await send('mara', roomId, 'They are out')
    const own = () => stream.events().filter(({ data }) => JSON.stringify(data).includes(roomId))
    await soon(() =>
      own().some(({ data }) => Object(data).kind === 'member' && Object(data).userId === ids.get('juno')),
    ).toBe(true)
    const other = await follow('sofia', '?after=0')
    other.cut()
    const heard = own()
    const out = heard.findIndex(
      ({ data }) => Object(data).kind === 'member' && Object(data).userId === ids.get('juno'),
    )
    expect(heard.slice(out + 1)).toEqual([])
    expect(JSON.stringify(heard)).not.toContain('They are out')
    const first = heard[0]?.id ?? 1
    const again = await follow('juno', `?after=${first - 1}&watch=${roomId}`)
    expect(again.events().filter(({ data }) => Object(data).message?.roomId === roomId)).toEqual([])
    for (const one of [stream, again]) one.cut()
    for (const path of ['', '/messages', '/members', '/bans'])
      expect((await call('juno', 'GET', `/chat/rooms/${roomId}${path}`)).status, path).toBe(404)
  }
}, 60_000)

test('a report that two moderators decide twenty times at the same time is decided once, with one audit entry', async () => {
  const roomId = await roomOf('public', ['mara'], ['juno', 'sofia'])
  const { body: message } = await send('juno', roomId, 'Followers, cheap and fast')
  const reports = await Promise.all(
    times(20, (index) =>
      call(index % 2 ? 'sofia' : 'mara', 'POST', '/chat/reports', {
        about: { kind: 'message', messageId: message.id },
        reason: 'spam',
      }),
    ),
  )
  expect(new Set(reports.map(({ status }) => status))).toEqual(new Set([200]))
  const { rows } = await sql<{ id: string; reports: number }>`
    select c.id, (select count(*) from moderation_reports r where r.case_id = c.id) as reports
    from moderation_cases c where c.message_id = ${message.id}`.execute(app.db)
  expect(rows).toEqual([{ id: expect.any(String), reports: 2 }])
  const answers = await Promise.all(
    times(20, (index) =>
      call(index % 2 ? 'moderator' : 'admin', 'POST', `/moderation/cases/${rows[0]?.id}/decision`, {
        decision: 'hide_and_mute',
        minutes: 60,
        reason,
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([
    200,
    ...times(19, () => 409),
  ])
  const { rows: kept } =
    await sql`select count(*) as mutes from chat_mutes where user_id = ${ids.get('juno')}`.execute(app.db)
  expect(kept).toEqual([{ mutes: 1 }])
  expect((await send('juno', roomId, 'And again')).status).toBe(403)
  expect((await call('juno', 'PATCH', `/chat/messages/${message.id}`, { content: 'x' })).status).toBe(404)
  await sql`delete from chat_mutes where user_id = ${ids.get('juno')}`.execute(app.db)
})

test('two people who send the same client id twenty times at the same time each get one message', async () => {
  const roomId = await roomOf('public', [], ['moderator', 'admin'])
  const elsewhere = await roomOf('public', [], ['moderator'])
  const clientId = crypto.randomUUID()
  const answers = await Promise.all(
    times(30, (index) =>
      send(
        index % 2 ? 'moderator' : 'admin',
        index % 3 && index % 2 ? elsewhere : roomId,
        `Take ${index}`,
        clientId,
      ),
    ),
  )
  // A person who has sent a message with this client id in one room gets status 409 in the other room.
  const sent = answers.filter(({ status }) => status === 200)
  expect(answers.filter(({ status }, index) => index % 2 === 0 && status !== 200)).toEqual([])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(2)
  const { rows } =
    await sql`select count(*) as messages from chat_messages where client_id = ${clientId}`.execute(app.db)
  expect(rows).toEqual([{ messages: 2 }])
}, 30_000)

test('refuses a stream without a session or with oversized headers', async () => {
  expect((await fetch(`${app.address}/api/live`)).status).toBe(401)
  const answer = await fetch(`${app.address}/api/live`, {
    headers: { 'x-big': 'x'.repeat(20_000), cookie: cookies.get('mara') ?? '' },
  })
  expect(answer.status).toBe(431)
})

test('closes the oldest stream of a person who opens more than the maximum', async () => {
  const streams: Awaited<ReturnType<typeof follow>>[] = []
  for (let index = 0; index < 25; index += 1) streams.push(await follow('jonas'))
  await soon(() => streams.slice(0, 5).every((one) => one.isOver())).toBe(true)
  expect(streams.slice(5).some((one) => one.isOver())).toBe(false)
})
