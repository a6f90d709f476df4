import { expect, test } from 'vitest'
import { createLimits } from './limits'
import { limitMailbox, mailboxOf } from './mailbox'

const refused = {
  code: 'TOO_MANY_REQUESTS',
  message: expect.stringContaining('Go on tomorrow'),
  data: { retryAfterSeconds: expect.any(Number) },
}

test('one account sends ten mails a day to a mailbox, whatever stands behind a plus; another one still may', async () => {
  const limits = createLimits()
  const send = (from: string, n: number) => limitMailbox(limits, { from, to: `Kit+${n}@paper.example` })
  for (let n = 0; n < 10; n += 1) await send('ada', n)
  await expect(send('ada', 10)).rejects.toMatchObject(refused)
  await send('eva', 11)
  await limitMailbox(limits, { from: 'ada', to: 'other@paper.example' })
})

test('all of them together thirty, however many are opened', async () => {
  const limits = createLimits()
  const send = (n: number) => limitMailbox(limits, { from: `account ${n}`, to: 'kit@paper.example' })
  for (let n = 0; n < 30; n += 1) await send(n)
  await expect(send(30)).rejects.toMatchObject(refused)
})

test('a fault of the counter is no refusal', async () => {
  const broken = { consume: () => Promise.reject(new Error('away')) }
  await expect(limitMailbox(broken, { from: 'ada', to: 'kit@paper.example' })).rejects.toThrow('away')
})

test.each([
  ['kit@paper.example', 'kit@paper.example'],
  ['kit+a+b@paper.example', 'kit@paper.example'],
])('the mailbox of %s is %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox))
