import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { readFeedToken, writeFeedToken } from '~/features/bookings/server/feed-token'
import {
  verifyUnsubscribeToken,
  createUnsubscribeToken,
} from '~/features/notifications/server/unsubscribe-token'
import {
  findTransferToken,
  hashTransferToken,
  createTransferToken,
} from '~/features/tickets/server/transfers/transfer-token'
import { joinSecrets } from '~/platform/secrets/derived-key'
import { startTestApp } from '../support/app'
import { fetchMe } from '../support/auth-client'
import { addAuthenticator, codeOf, makeCodesReusable, signIn } from '../support/factors'

const NEW = 'the secret that this site rotates to'
const before = await startTestApp()
const { db, url, secret: OLD } = before
const both = joinSecrets(NEW, OLD)
afterAll(before.stop)

const userId = getPersonId('mara')

/** Returns whether this app accepts a cookie of another app. */
async function isSignedIn({ address }: { address: string }, cookie: string): Promise<boolean> {
  const answer = await fetch(`${address}/api/v1/me`, { headers: { cookie } })
  return (await answer.json()) !== null
}

test('a rotated SECRET keeps sessions, refresh tokens, authenticator apps, recovery codes and signing keys valid', async () => {
  const cookie = await before.signIn('juno')
  const first = await signIn(before, 'mara')
  const { factorId, secret: key } = await addAuthenticator(first.client)
  await makeCodesReusable(db)
  const { data: issued } = await first.client.getSession()
  expect(await isSignedIn(before, cookie)).toBe(true)

  const during = await startTestApp({ on: { db, url }, secret: both })
  try {
    expect(await isSignedIn(during, cookie)).toBe(true)
    expect(await fetchMe(during.address, issued.session)).toMatchObject({ id: userId })
    const refreshed = await fetch(`${during.address}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: issued.session?.refresh_token }),
    })
    expect(refreshed.status).toBe(200)
  } finally {
    await during.stop()
  }

  // Without the previous secret, signatures made with it are invalid. Encrypted values still work: they were
  // re-encrypted.
  const after = await startTestApp({ on: { db, url }, secret: NEW })
  try {
    expect(await isSignedIn(after, cookie)).toBe(false)
    const again = await signIn(after, 'mara')
    const shown = await again.client.mfa.challengeAndVerify({ factorId, code: codeOf(key) })
    expect(shown.error).toBeNull()
    const { keys } = (await (await fetch(`${after.address}/auth/v1/.well-known/jwks.json`)).json()) as {
      keys: object[]
    }
    expect(keys).toHaveLength(1)
  } finally {
    await after.stop()
  }
})

const sign = (text: string | Uint8Array) => createHmac('sha256', OLD).update(text).digest()
const person = Buffer.from(userId.replaceAll('-', ''), 'hex')

test.each([
  ['SECRET', OLD],
  ['SECRET_PREVIOUS', both],
])('links signed by old versions still work with %s', (_name, secret) => {
  const subscription = { userId, topic: 'bookings' } as const
  const signature = sign(`stop mails\n${userId}\nbookings`).toString('base64url')
  const stop = `${person.toString('base64url')}.bookings.${signature}`
  expect(verifyUnsubscribeToken(stop, secret)).toEqual(subscription)
  expect(verifyUnsubscribeToken(stop, NEW)).toBeUndefined()

  const name = Buffer.concat([person, Buffer.from([0, 0, 0, 3])])
  const feed = Buffer.concat([name, sign(Buffer.concat([Buffer.from('calendar feed\n'), name]))])
  expect(readFeedToken(feed.toString('base64url'), secret)).toEqual({ userId, version: 3 })
  expect(readFeedToken(feed.toString('base64url'), NEW)).toBeUndefined()

  const transfer = sign(`pass a ticket on\n${userId}`).toString('base64url')
  expect(findTransferToken(userId, hashTransferToken(transfer), secret)).toBe(transfer)
})

test('new links are signed with a derived key, and accepted after a rotation', () => {
  const subscription = { userId, topic: 'bookings' } as const
  const stop = createUnsubscribeToken(subscription, OLD)
  expect(verifyUnsubscribeToken(stop, both)).toEqual(subscription)
  expect(verifyUnsubscribeToken(stop, NEW)).toBeUndefined()
  expect(stop).not.toContain(sign(`stop mails\n${userId}\nbookings`).toString('base64url'))

  const feed = { userId, version: 3 }
  expect(readFeedToken(writeFeedToken(feed, OLD), both)).toEqual(feed)
  expect(readFeedToken(writeFeedToken(feed, OLD), NEW)).toBeUndefined()

  const transfer = createTransferToken(userId, OLD)
  expect(findTransferToken(userId, hashTransferToken(transfer), both)).toBe(transfer)
  expect(findTransferToken(userId, hashTransferToken(transfer), NEW)).toBeUndefined()
  expect(transfer).not.toBe(sign(`pass a ticket on\n${userId}`).toString('base64url'))
})
