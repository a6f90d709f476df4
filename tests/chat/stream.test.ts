import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReceivedEvent, parseEvents, soon } from '~/features/chat/server/stream/testing'
import { startTestApp } from '../support/app'

let app: Awaited<ReturnType<typeof startTestApp>>
const open: AbortController[] = []
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  for (const one of open) one.abort()
  await app.stop()
})

async function follow(cookie: string, search = '', headers: Record<string, string> = {}) {
  const abort = new AbortController()
  open.push(abort)
  const answer = await fetch(`${app.address}/api/live${search}`, {
    headers: { cookie, ...headers },
    signal: abort.signal,
  })
  let text = ''
  let isOver = false
  const reading = (async () => {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece
  })()
  reading.catch(() => undefined).finally(() => (isOver = true))
  const events = (): ReceivedEvent[] => parseEvents(text.slice(0, text.lastIndexOf('\n\n') + 2))
  if (answer.status === 200)
    await soon(() => events().some(({ event }) => event === 'at' || event === 'reset')).toBe(true)
  return {
    status: answer.status,
    text: () => text,
    events,
    chat: () => events().filter(({ event }) => event === 'chat'),
    isOver: () => isOver,
    cut: () => abort.abort(),
  }
}

async function call(cookie: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${app.address}/api/v1/chat${path}`, {
    method,
    headers: {
      cookie,
      origin: app.address,
      'content-type': 'application/json',
      'x-forwarded-for': app.someAddress(),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(answer.status).toBeLessThan(300)
  return (await answer.json()) as Record<string, unknown>
}

const send = (cookie: string, roomId: string, content: string) =>
  call(cookie, 'POST', `/rooms/${roomId}/messages`, { clientId: crypto.randomUUID(), content })

async function idOf(key: string): Promise<string> {
  const { id } = await app.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', `${key}@backtoback.example`)
    .executeTakeFirstOrThrow()
  return id
}

async function roomOf(type: 'public' | 'private', keys: readonly string[]): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into chat_rooms (name, room_type, join_by)
    values ('Two decks', ${type}, ${type === 'private' ? 'invitation' : null}) returning id`.execute(app.db)
  const roomId = rows[0]?.id ?? ''
  for (const key of keys)
    await sql`insert into chat_room_members (room_id, user_id) values (${roomId}, ${await idOf(key)})`.execute(
      app.db,
    )
  return roomId
}

test('a visitor gets no stream', async () => {
  expect((await follow('')).status).toBe(401)
})

test('CH-09 messages arrive, and those sent during an interruption arrive once and in order', async () => {
  const [mara, jonas] = [await app.signIn('mara'), await app.signIn('jonas')]
  const roomId = await roomOf('private', ['mara', 'jonas'])
  const tab = await follow(mara)
  const first = await send(jonas, roomId, 'Soundcheck at eight')
  await soon(() => tab.chat()).toHaveLength(1)
  expect(tab.chat()[0]?.data).toEqual({ kind: 'message', seq: first['seq'], isNew: true, message: first })
  const place = tab.chat()[0]?.id
  tab.cut()
  for (const text of ['one', 'two', 'three']) await send(jonas, roomId, text)

  const missed = ['one', 'two', 'three']
  // The first form is how a browser reconnects, the second how a page reopens its stream.
  for (const [search, headers] of [
    ['?after=0', { 'last-event-id': String(place) }],
    [`?after=${place}`, {}],
  ] as const) {
    const back = await follow(mara, search, headers)
    const contents = () =>
      back.chat().map(({ data }) => (data as { message: { content: string } }).message.content)
    expect(contents()).toEqual(missed)
    missed.push('more')
    await send(jonas, roomId, 'more')
    await soon(contents).toEqual(missed)
    const ids = back.chat().map(({ id }) => Number(id))
    expect(ids).toEqual(ids.toSorted((x, y) => x - y))
    back.cut()
  }
})

test('a stream contains nothing of a room that the reader may not read or has left', async () => {
  const [mara, jonas, juno] = [await app.signIn('mara'), await app.signIn('jonas'), await app.signIn('juno')]
  const [closed, shared] = [await roomOf('private', ['jonas']), await roomOf('public', ['jonas', 'juno'])]
  const tabs = [await follow(mara, `?watch=${closed}`), await follow(mara, '?watch=feed'), await follow(juno)]
  await send(jonas, closed, 'among us')
  await send(jonas, shared, 'for everybody')
  await call(juno, 'POST', `/rooms/${shared}/leave`)
  await send(jonas, shared, 'without Juno')
  await soon(() => tabs[1]?.text()).toContain('without Juno')
  expect(tabs[0]?.text()).not.toContain('among us')
  expect(tabs[1]?.text()).not.toContain('among us')
  expect(tabs[2]?.text()).toContain('for everybody')
  expect(tabs[2]?.text()).not.toContain('without Juno')
  for (const tab of tabs) tab.cut()
})

test('a session that was signed out gets no stream', async () => {
  // Open streams check the session every twenty seconds; a new stream checks it immediately.
  const juno = await app.signIn('juno')
  const tab = await follow(juno)
  await fetch(`${app.address}/api/v1/auth/sign-out`, {
    method: 'POST',
    headers: { cookie: juno, origin: app.address, 'content-type': 'application/json' },
    body: '{}',
  })
  expect((await follow(juno)).status).toBe(401)
  tab.cut()
})
