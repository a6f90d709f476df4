import { expect, test } from 'vitest'
import { createLimits } from '~/platform/limits/limits'
import {
  hasMailboxRoom,
  limitMailbox,
  limitMailboxOfAll,
  limitMailboxOfSender,
  type MailboxUse,
} from './limit-mailbox'

const refused = {
  code: 'TOO_MANY_REQUESTS',
  message: expect.stringContaining('Try again tomorrow'),
  data: { retryAfterSeconds: expect.any(Number) },
}

test('one account sends 10 emails a day to the plus-tagged addresses of a mailbox, and others are not affected', async () => {
  const limits = createLimits()
  const send = (from: string, n: number) =>
    limitMailbox(limits, { from, to: `Kit+${n}@paper.example`, use: 'offer' })
  for (let n = 0; n < 10; n += 1) await send('ada', n)
  await expect(send('ada', 10)).rejects.toMatchObject(refused)
  await send('eva', 11)
  await limitMailbox(limits, { from: 'ada', to: 'other@paper.example', use: 'offer' })
})

test('emails to plus-tagged addresses do not use up the limit of the exact address', async () => {
  const limits = createLimits()
  const send = (to: string, n: number) => limitMailbox(limits, { from: `account ${n}`, to, use: 'offer' })
  for (let n = 0; n < 30; n += 1) await send(`kit+${n}@paper.example`, n)
  await expect(send('kit+30@paper.example', 30)).rejects.toMatchObject(refused)
  await send('Kit@paper.example', 0)
})

test.each([
  ['offer', 30],
  ['offer_to_account', 100],
  ['own', 30],
] as const)('limits emails of the kind %s over all accounts to %i a day', async (use, most) => {
  const limits = createLimits()
  const send = (n: number) => limitMailbox(limits, { from: `account ${n}`, to: 'kit@paper.example', use })
  for (let n = 0; n < most; n += 1) await send(n)
  await expect(send(most)).rejects.toMatchObject(refused)
})

test('reaching the limit of one kind of email leaves the others', async () => {
  const limits = createLimits()
  const send = (use: MailboxUse, n: number) =>
    limitMailbox(limits, { from: `account ${n}`, to: 'kit@paper.example', use })
  for (let n = 0; n < 30; n += 1) await send('offer', n)
  for (const use of ['offer_to_account', 'gift', 'own'] as const) await send(use, 0)
})

test('checking the limit over all accounts counts nothing and never refuses', async () => {
  const limits = createLimits()
  const to = 'kit@paper.example'
  for (let n = 0; n < 30; n += 1) {
    expect(await hasMailboxRoom(limits, { to: 'kit+press@paper.example', use: 'gift' })).toBe(true)
    await limitMailboxOfAll(limits, { to, use: 'gift' })
  }
  expect(await hasMailboxRoom(limits, { to, use: 'gift' })).toBe(false)
  await limitMailboxOfSender(limits, { from: 'ada', to, use: 'gift' })
})

test('an error of the counter is not reported as a reached limit', async () => {
  const broken = { consume: () => Promise.reject(new Error('away')) }
  await expect(limitMailbox(broken, { from: 'ada', to: 'kit@paper.example', use: 'own' })).rejects.toThrow(
    'away',
  )
})
