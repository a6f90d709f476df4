import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { type ReceivedEvent, parseEvents, soon } from '~/features/chat/server/stream/testing'
import { startTestApp } from '../support/app'

// Changes the setting of the members' area end to end: an admin saves it, and a customer's streams and calls follow it.
let app: Awaited<ReturnType<typeof startTestApp>>
let cookies: Record<'admin' | 'customer' | 'temi', string>
const open: AbortController[] = []
beforeAll(async () => {
  app = await startTestApp()
  const [admin, customer, temi] = [
    await app.signIn('admin'),
    await app.signIn('customer'),
    await app.signIn('temi'),
  ]
  cookies = { admin, customer, temi }
})
afterAll(async () => {
  for (const one of open) one.abort()
  await app.stop()
})

async function call(who: keyof typeof cookies, method: string, path: string, body?: object) {
  const answer = await fetch(`${app.address}/api/v1${path}`, {
    method,
    headers: {
      cookie: cookies[who],
      origin: app.address,
      'content-type': 'application/json',
      'x-forwarded-for': app.someAddress(),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function setArea(value: 'signed_in' | 'invited'): Promise<void> {
  const { body } = await call('admin', 'GET', '/admin/settings')
  const versions = body['versions'] as Record<string, number>
  const change = { key: 'membersArea', value, version: versions['membersArea'] ?? 0 }
  expect((await call('admin', 'POST', '/admin/settings', { changes: [change] })).status).toBe(200)
}

async function follow(who: keyof typeof cookies, search = '') {
  const abort = new AbortController()
  open.push(abort)
  const headers = { cookie: cookies[who] }
  const answer = await fetch(`${app.address}/api/live${search}`, { headers, signal: abort.signal })
  let text = ''
  let isOver = false
  const read = async () => {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece
  }
  read()
    .catch(() => undefined)
    .finally(() => (isOver = true))
  await soon(() => text.includes('retry:')).toBe(true)
  const events = (): ReceivedEvent[] => parseEvents(text.slice(0, text.lastIndexOf('\n\n') + 2))
  return {
    text: () => text,
    isOver: () => isOver,
    stands: () => events().some(({ event }) => event === 'at'),
  }
}

const publicRoom = async () =>
  (
    await sql<{ id: string }>`select r.id from chat_rooms r
      join chat_room_members m on m.room_id = r.id and m.user_id = ${getPersonId('temi')}
      where r.room_type = 'public' and r.is_active limit 1`.execute(app.db)
  ).rows[0]?.id ?? ''
const say = (roomId: string, content: string) =>
  call('temi', 'POST', `/chat/rooms/${roomId}/messages`, { clientId: crypto.randomUUID(), content })

test('DA-03 closing the members’ area removes customers from public rooms immediately, and opening it restores access', async () => {
  const room = await publicRoom()
  const customer = await follow('customer', `?watch=${room}`)
  const member = await follow('temi')
  await soon(() => customer.stands()).toBe(true)
  await say(room, 'before')
  await soon(() => customer.text()).toContain('before')

  await setArea('invited')
  await say(room, 'among members')
  await soon(() => member.text()).toContain('among members')
  expect(customer.text()).not.toContain('among members')
  await soon(() => customer.isOver()).toBe(true)
  expect(member.isOver()).toBe(false)

  // Reconnects as browsers do. The new stream has only notifications, and neither the room nor its missed messages.
  const back = await follow('customer', `?watch=${room}&after=1`)
  await say(room, 'still among members')
  await soon(() => member.text()).toContain('still among members')
  expect(back.text()).not.toMatch(/among members|event: (?:chat|at|reset)/)
  expect((await call('customer', 'GET', `/chat/rooms/${room}/messages`)).body).toMatchObject({
    code: 'MEMBERS_ONLY',
  })

  await setArea('signed_in')
  await soon(() => back.isOver()).toBe(true)
  const again = await follow('customer', `?watch=${room}`)
  await soon(() => again.stands()).toBe(true)
  await say(room, 'everybody again')
  await soon(() => again.text()).toContain('everybody again')
})

test('A-05 redeeming a code opens rooms, streams and calls immediately', async () => {
  await setArea('invited')
  const room = await publicRoom()
  await app.db.insertInto('invitations').values({ code: 'STREAM01' }).execute()
  const outside = await follow('customer', `?watch=${room}`)
  expect((await call('customer', 'GET', '/me/dashboard')).status).toBe(403)
  expect((await call('customer', 'POST', '/invitations/redeem', { code: 'stream-01' })).status).toBe(200)
  await soon(() => outside.isOver()).toBe(true)
  expect((await call('customer', 'GET', '/me/dashboard')).status).toBe(200)
  const inside = await follow('customer', `?watch=${room}`)
  await soon(() => inside.stands()).toBe(true)
  await say(room, 'welcome')
  await soon(() => inside.text()).toContain('welcome')
})
