import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import {
  verifyUnsubscribeToken,
  createUnsubscribeToken,
} from '~/features/notifications/server/unsubscribe-token'

const secret = 'only for these tests, and long enough for it'
const { db, address, someAddress, signIn, stop } = await startTestApp()
afterAll(stop)
const mara = getPersonId('mara')
const token = createUnsubscribeToken({ userId: mara, topic: 'bookings' }, secret)
beforeEach(() => db.deleteFrom('email_preferences').execute())

const chosen = () => db.selectFrom('email_preferences').select(['user_id', 'topic', 'wants_email']).execute()
const stopped = [{ user_id: mara, topic: 'bookings', wants_email: false }]

function post(path: string, body: string, headers: Record<string, string> = {}) {
  return fetch(`${address}/unsubscribe/${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': someAddress(),
      ...headers,
    },
    body,
  })
}
const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await fetch(`${address}/api/v1/unsubscribe/${path}`, {
    method,
    headers: { 'content-type': 'application/json', origin: address, 'x-forwarded-for': someAddress() },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: await answer.json() }
}

describe('one click of a mail program (RFC 8058)', () => {
  test.each([
    ['without an origin', {}],
    ['from another origin', { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }],
  ])(
    'one click unsubscribes %s, without cookies, and a second click changes nothing',
    async (_name, headers) => {
      for (let click = 0; click < 2; click += 1) {
        const answer = await post(token, 'List-Unsubscribe=One-Click', headers)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('set-cookie')).toBeNull()
        expect(await chosen()).toEqual(stopped)
      }
    },
  )

  test('one click ignores the session of another person', async () => {
    const cookie = await signIn('juno')
    expect(
      (await post(token, 'List-Unsubscribe=One-Click', { cookie, origin: 'https://mail.example' })).status,
    ).toBe(200)
    expect(await chosen()).toEqual(stopped)
  })

  test('opening the address changes nothing, because scanners follow links', async () => {
    await fetch(`${address}/unsubscribe/${token}`)
    await fetch(`${address}/unsubscribe/${token}`, { method: 'HEAD' })
    expect(await call('GET', token)).toMatchObject({
      status: 200,
      body: { noun: 'bookings', wantsEmail: true },
    })
    expect(await chosen()).toEqual([])
  })

  test('the unsubscribe page works without scripts, and can be undone', async () => {
    const answer = await post(token, 'from-page=yes', { origin: address })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/unsubscribe/${token}`])
    expect(await chosen()).toEqual(stopped)
    await post(token, 'from-page=yes&again=yes', { origin: address })
    expect(await chosen()).toMatchObject([{ wants_email: true }])
  })

  test('refuses a request body that no email program sends', async () => {
    expect((await post(token, 'x'.repeat(10_000))).status).toBe(413)
    expect(await chosen()).toEqual([])
  })
})

test('the page unsubscribes and subscribes again', async () => {
  expect(await call('POST', token, {})).toMatchObject({
    status: 200,
    body: { topic: 'bookings', wantsEmail: false },
  })
  expect(await chosen()).toEqual(stopped)
  expect(await call('POST', token, { again: true })).toMatchObject({ body: { wantsEmail: true } })
})

const [person = '', , signature = ''] = token.split('.')
const juno = createUnsubscribeToken({ userId: getPersonId('juno'), topic: 'bookings' }, secret).split('.')
const forged: [string, string][] = [
  ['another topic', `${person}.connections.${signature}`],
  ['another person', `${juno[0]}.bookings.${signature}`],
  ['no signature', `${person}.bookings.`],
  ['a signature of zeros', `${person}.bookings.${'A'.repeat(43)}`],
  ['another secret', createUnsubscribeToken({ userId: mara, topic: 'bookings' }, 'another secret')],
  ['a topic that is not', `${person}.everything.${signature}`],
  ['something behind', `${token}A`],
  [
    'nobody',
    createUnsubscribeToken({ userId: '018cc251-fbd0-79f3-ba6e-000000000000', topic: 'bookings' }, secret),
  ],
  ['words', 'x'],
]
test.each(forged)('refuses a link with %s at every address', async (_name, path) => {
  expect((await post(path, 'List-Unsubscribe=One-Click')).status).toBe(404)
  expect((await call('GET', path)).status).toBe(404)
  expect((await call('POST', path, {})).status).toBe(404)
  expect(await chosen()).toEqual([])
})

test('a token contains the person and the topic', () => {
  expect(verifyUnsubscribeToken(token, secret)).toEqual({ userId: mara, topic: 'bookings' })
  expect(token).toMatch(/^[\w.-]{60,90}$/)
})

describe('choices', () => {
  const choices = async (cookie: string) =>
    (
      await fetch(`${address}/api/v1/me/email-preferences`, {
        headers: { cookie, 'x-forwarded-for': someAddress() },
      })
    ).json()

  test('every topic is on by default, and a preference applies to its person only', async () => {
    const [own, other] = await Promise.all([signIn('mara'), signIn('juno')])
    const set = await fetch(`${address}/api/v1/me/email-preferences/connections`, {
      method: 'PUT',
      headers: {
        cookie: own,
        origin: address,
        'content-type': 'application/json',
        'x-forwarded-for': someAddress(),
      },
      body: JSON.stringify({ wantsEmail: false }),
    })
    expect(set.status).toBe(200)
    const bookings = {
      topic: 'bookings',
      label: 'Booking offers and changes',
      about: 'Requests, offers, cancellations',
      wantsEmail: true,
    }
    const settlements = {
      topic: 'settlements',
      label: 'Settlements and payouts',
      about: 'Figures to accept, questions, payouts',
      wantsEmail: true,
    }
    const connections = { topic: 'connections', label: 'Connection requests', about: null }
    const rooms = {
      topic: 'rooms',
      label: 'Rooms',
      about: 'Room invitations and requests to join your rooms',
      wantsEmail: true,
    }
    const tickets = [
      {
        topic: 'waitlist',
        label: 'Waitlists',
        about: 'Tickets that are held for you, for half an hour',
        wantsEmail: true,
      },
      {
        topic: 'transfers',
        label: 'Ticket transfers',
        about: 'Someone accepted a ticket from you',
        wantsEmail: true,
      },
    ]
    const without = [bookings, settlements, { ...connections, wantsEmail: false }, rooms, ...tickets]
    const all = [bookings, settlements, { ...connections, wantsEmail: true }, rooms, ...tickets]
    expect(await choices(own)).toEqual({ choices: without })
    expect(await choices(other)).toEqual({ choices: all })
    expect(await (await fetch(`${address}/api/v1/me/email-preferences`)).json()).toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })
})
