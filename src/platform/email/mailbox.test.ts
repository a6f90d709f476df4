import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailbox } from './mailbox'
import { createMailer } from './mailer'

let folder = ''
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'mailbox-'))))
afterEach(() => rm(folder, { recursive: true }))

const email = { to: 'ada@example.com', subject: 'Your tickets', html: '<p>Hi</p>', text: 'Hi' }

test('stores email without a mail server, newest first, with attachments byte for byte', async () => {
  const mailer = createMailer(
    { smtpUrl: undefined, mailFrom: 'Back to Back <b2b@example.com>', dataDir: folder },
    async () => ({ name: 'Slipped Halves' }),
  )
  const content = Buffer.from([0, 255, 37, 80])
  await mailer.send({
    ...email,
    attachments: [{ filename: 'tickets.pdf', contentType: 'application/pdf', content }],
  })
  await mailer.send({ ...email, subject: 'Second' })
  const mailbox = createMailbox(folder)
  const list = await mailbox.list()
  expect(list.map(({ subject }) => subject)).toEqual(['Second', 'Your tickets'])
  const found = await mailbox.find(list[1]?.id ?? '')
  expect(found?.attachments?.[0]?.content).toEqual(content)
  expect(found?.from).toEqual({ name: 'Slipped Halves', address: 'b2b@example.com' })
})

test('returns nothing for an empty mailbox or an unknown id', async () => {
  const mailbox = createMailbox(folder)
  expect(await mailbox.list()).toEqual([])
  expect(await mailbox.find('0190a5a0-0000-7000-8000-000000000000')).toBeUndefined()
})

test('reads no file outside of the mailbox', async () => {
  const mailbox = createMailbox(folder)
  const id = await mailbox.storeText({ to: '+4930123456', text: 'Your code', channel: 'sms' })
  await copyFile(join(folder, 'mail', `${id}.json`), join(folder, 'secret.json'))
  expect(await mailbox.find('../secret')).toBeUndefined()
  expect((await mailbox.find(id))?.subject).toBe('Your code')
})
