import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '~demo/people'
import { startTestApp } from '../support/app'

// An open stream delivers nothing after signing out.
let app: Awaited<ReturnType<typeof startTestApp>>
const open: AbortController[] = []
/** Polls for less than the next heartbeat (20 s), which would check the session anyway. */
const soon = <Read>(read: () => Read) => expect.poll(read)
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  for (const one of open) one.abort()
  await app.stop()
})

async function follow(cookie: string) {
  const abort = new AbortController()
  open.push(abort)
  const answer = await fetch(`${app.address}/api/live`, { headers: { cookie }, signal: abort.signal })
  let text = ''
  let isOver = false
  const read = async () => {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece
  }
  read()
    .catch(() => undefined)
    .finally(() => (isOver = true))
  await soon(() => text.includes('retry:')).toBe(true)
  return { text: () => text, isOver: () => isOver }
}
const post = (path: string, cookie: string, body: object = {}) =>
  fetch(`${app.address}/api/v1/auth/${path}`, {
    method: 'POST',
    headers: {
      cookie,
      origin: app.address,
      'content-type': 'application/json',
      'x-forwarded-for': app.someAddress(),
    },
    body: JSON.stringify(body),
  })

test('signing out ends the streams of that session, and notifies the person’s other streams', async () => {
  const [phone, laptop] = [await app.signIn('mara'), await app.signIn('mara')]
  const [first, second, other] = [await follow(phone), await follow(phone), await follow(laptop)]
  expect((await post('sign-out', phone)).status).toBe(200)
  await soon(() => [first.isOver(), second.isOver()]).toEqual([true, true])
  // The last event is `session`: the pages refetch the person, and then leave immediately.
  expect(first.text()).toContain('session')
  // The settings in the other browser list the sessions, so that browser gets the `session` event too.
  await soon(() => other.text()).toContain('session')
  expect(other.isOver()).toBe(false)
})

test('signing in ends the stream of the previous session of the browser', async () => {
  const cookie = await app.signIn('juno')
  const stream = await follow(cookie)
  const body = { email: 'jonas@backtoback.example', password: DEMO_PASSWORD }
  expect((await post('sign-in', cookie, body)).status).toBe(200)
  await soon(() => stream.isOver()).toBe(true)
})

test('signing up ends the stream of the previous session of the browser', async () => {
  const cookie = await app.signIn('sofia')
  const stream = await follow(cookie)
  const account = { fullName: 'Hanna Wolff', email: 'hanna@wolff.example', password: 'correct horse' }
  expect((await post('sign-up', cookie, account)).status).toBe(200)
  await soon(() => stream.isOver()).toBe(true)
})
