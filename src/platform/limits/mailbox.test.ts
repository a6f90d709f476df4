import { expect, test } from 'vitest'
import { createLimits } from './limits'
import {
  hasRoom,
  limitMailbox,
  limitMailboxOfAll,
  limitMailboxOfSender,
  mailboxOf,
  type MailboxUse,
} from './mailbox'

const refused = {
  code: 'TOO_MANY_REQUESTS',
  message: expect.stringContaining('Go on tomorrow'),
  data: { retryAfterSeconds: expect.any(Number) },
}

test('one account sends ten mails a day to a mailbox, whatever stands behind a plus; another one still may', async () => {
  const limits = createLimits()
  const send = (from: string, n: number) =>
    limitMailbox(limits, { from, to: `Kit+${n}@paper.example`, use: 'offer' })
  for (let n = 0; n < 10; n += 1) await send('ada', n)
  await expect(send('ada', 10)).rejects.toMatchObject(refused)
  await send('eva', 11)
  await limitMailbox(limits, { from: 'ada', to: 'other@paper.example', use: 'offer' })
})

test.each([
  ['offer', 30],
  ['offer_to_account', 100],
  ['own', 30],
] as const)('of %s all of them together %i, however many are opened', async (use, most) => {
  const limits = createLimits()
  const send = (n: number) => limitMailbox(limits, { from: `account ${n}`, to: 'kit@paper.example', use })
  for (let n = 0; n < most; n += 1) await send(n)
  await expect(send(most)).rejects.toMatchObject(refused)
})

test('who uses up one use of a mailbox leaves the others', async () => {
  const limits = createLimits()
  const send = (use: MailboxUse, n: number) =>
    limitMailbox(limits, { from: `account ${n}`, to: 'kit@paper.example', use })
  for (let n = 0; n < 30; n += 1) await send('offer', n)
  for (const use of ['offer_to_account', 'gift', 'own'] as const) await send(use, 0)
})

test('how much all of them give is looked at before, and refuses nobody', async () => {
  const limits = createLimits()
  const to = 'kit@paper.example'
  for (let n = 0; n < 30; n += 1) {
    expect(await hasRoom(limits, { to: 'kit+press@paper.example', use: 'gift' })).toBe(true)
    await limitMailboxOfAll(limits, { to, use: 'gift' })
  }
  expect(await hasRoom(limits, { to, use: 'gift' })).toBe(false)
  await limitMailboxOfSender(limits, { from: 'ada', to, use: 'gift' })
})

test('a fault of the counter is no refusal', async () => {
  const broken = { consume: () => Promise.reject(new Error('away')) }
  await expect(limitMailbox(broken, { from: 'ada', to: 'kit@paper.example', use: 'own' })).rejects.toThrow(
    'away',
  )
})

test.each([
  ['kit@paper.example', 'kit@paper.example'],
  ['kit+a+b@paper.example', 'kit@paper.example'],
])('the mailbox of %s is %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox))
