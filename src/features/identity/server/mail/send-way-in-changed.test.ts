import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '~/database/testing'
import { settingsAs } from '~/features/settings/server/testing'
import { NO_AUTH_FILE } from '~/platform/config/auth-file'
import type { EnqueueOptions, Jobs } from '~/platform/jobs/jobs'
import { createLimits, type Limits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import type { Mail } from '~/platform/mail/mailer'
import { wayInWords } from './way-in-changed-mail'
import { registerWayInChanged } from './send-way-in-changed'
import type { TextMessage } from '../sms/sms'
import { tellOfChange, wayInChangedJob, type ToldChange, type WayInChange } from './tell-of-change'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let userId = ''
const house = { mailSender: '' }
const mails: Mail[] = []
const messages: TextMessage[] = []
const queue: { name: string; payload: object }[] = []
let limits = createLimits()
/** What waits for the end of an hour, by its key: of two with the same one is dropped, as the queue does. */
const later = new Map<string, { name: string; payload: object; startAfter: Date }>()
const provider = { isDown: false }
const noon = () => new Date('2026-11-21T12:00:00Z')
const workers = new Map<string, (payload: never) => Promise<void>>()
const jobs = {
  enqueue: async (_db: unknown, name: string, payload: object, options: EnqueueOptions = {}) => {
    const { singletonKey = '', startAfter } = options
    if (startAfter === undefined) queue.push({ name, payload })
    else if (!later.has(singletonKey)) later.set(singletonKey, { name, payload, startAfter })
  },
  work: (name: string, run: (payload: never) => Promise<void>) => void workers.set(name, run),
} as unknown as Jobs

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const account = await db
    .insertInto('accounts')
    .values({ email: 'ida@sand.example', email_verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  userId = account.id
  await db.insertInto('profiles').values({ id: userId, full_name: 'Ida Sand' }).execute()
  const services = {
    db,
    jobs,
    limits: {
      consume: (...limited) => limits.consume(...limited),
      check: (...limited) => limits.check(...limited),
      reset: (...limited) => limits.reset(...limited),
    } satisfies Limits,
    log: createLog({ level: 'silent' }),
    mail: {
      send: async (mail: Mail) => {
        if (provider.isDown) throw new Error('the mail server is down')
        mails.push(mail)
      },
      close: async () => undefined,
    },
    settings: settingsAs(house),
    config: {
      publicUrl: 'https://b2b.example',
      mailFrom: 'Back to Back <hello@b2b.example>',
      auth: NO_AUTH_FILE,
    },
    secret: 'of the tests',
    sms: {
      isOn: true,
      send: async (message: TextMessage) => {
        messages.push(message)
        return 'SM1'
      },
    },
  }
  registerWayInChanged(services, noon)
})
afterAll(() => database.drop())
beforeEach(() => {
  house.mailSender = ''
  mails.length = 0
  messages.length = 0
  queue.length = 0
  later.clear()
  limits = createLimits()
})

/** As it happened at noon, from a network. */
async function tell(change: Omit<ToldChange, 'at' | 'ip' | 'userId'>): Promise<void> {
  await database.db
    .transaction()
    .execute((trx) => tellOfChange(trx, { jobs, now: noon, ip: '203.0.113.9' }, { userId, ...change }))
  for (const job of queue.splice(0)) await workers.get(job.name)?.(job.payload as never)
}
const setReach = (values: {
  email?: string | null
  email_verified_at?: Date | null
  phone?: string | null
}) => database.db.updateTable('accounts').set(values).where('id', '=', userId).execute()

test.each(Object.keys(wayInWords) as WayInChange[])(
  'A-08 %s is mailed: what, when, from where, and what to do',
  async (what) => {
    await tell({ what })
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail).toMatchObject({ to: 'ida@sand.example', subject: wayInWords[what].subject })
    for (const part of [
      `${wayInWords[what].happened} on Sat 21 Nov`,
      'UTC',
      'Network address 203.0.113.9',
      'https://b2b.example/auth/forgot',
    ])
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(part)
    expect(mail?.text).not.toContain('undefined')
    expect(mail?.html).toMatch(
      /<a href="https:\/\/b2b\.example\/auth\/forgot"[^>]*>.*Not me: set a new password/s,
    )
  },
)

test('A-08 what a new password leaves as it is comes with the place where it is taken away', async () => {
  await tell({ what: 'passkey_added' })
  await tell({ what: 'passkey_removed' })
  const [added, removed] = mails
  expect(added?.text).toContain('https://b2b.example/dashboard/settings#passkeys')
  expect(removed?.text).not.toContain('/dashboard/settings')
})

test('A-08 what was linked is named, in a mail and in a message', async () => {
  const elsewhere = 'Label (ida@label.example)'
  await tell({ what: 'identity_linked', elsewhere })
  await tell({ what: 'identity_unlinked', elsewhere })
  const [linked, unlinked] = mails.map(({ text }) => text.replaceAll(/\s+/g, ' '))
  expect(linked).toContain('Label (ida@label.example) was linked with your account on Sat 21 Nov')
  expect(unlinked).toContain('Label (ida@label.example) was unlinked from your account on Sat 21 Nov')
  await setReach({ email: null, email_verified_at: null, phone: '+447700900777' })
  await tell({ what: 'identity_linked', elsewhere })
  expect(messages[0]?.text).toContain(
    ': Label (ida@label.example) was linked with your account on Sat 21 Nov',
  )
  await setReach({ email: 'ida@sand.example', phone: null })
})

test('A-08 a new address is told to both, and only the new one is offered a new password', async () => {
  await setReach({ email: 'ida@new.example' })
  await tell({ what: 'email_changed', formerEmail: 'ida@sand.example' })
  expect(mails.map(({ to }) => to)).toEqual(['ida@new.example', 'ida@sand.example'])
  const [current, former] = mails
  expect(current?.text).toContain('/auth/forgot')
  expect(former?.text).not.toContain('/auth/forgot')
  expect(former?.html).toMatch(/<a href="https:\/\/b2b\.example\/auth"[^>]*>.*Not me: sign in/s)
  expect(former?.text.replaceAll(/\s+/g, ' ')).toContain('New address ida@new.example')
  expect(messages).toEqual([])
})

test('A-08 who has a number alone is told by message, and so is one that had no address until now', async () => {
  await setReach({ email: null, email_verified_at: null, phone: '+447700900777' })
  await tell({ what: 'passkey_added' })
  expect(mails).toEqual([])
  expect(messages).toMatchObject([{ to: '+447700900777', channel: 'sms' }])
  expect(messages[0]?.text).toMatch(/A passkey was added to your account on Sat 21 Nov.* UTC\. Not you\?/)
  await setReach({ email: 'ida@new.example' })
  await tell({ what: 'email_changed' })
  expect(mails.map(({ to }) => to)).toEqual(['ida@new.example'])
  expect(messages).toHaveLength(2)
})

test('A-08 a number that was is told too, and nobody who is gone', async () => {
  await setReach({ phone: '+447700900778' })
  await tell({ what: 'phone_changed', formerPhone: '+447700900777' })
  expect(messages.map(({ to }) => to)).toEqual(['+447700900777'])
  await workers.get(wayInChangedJob)?.({
    userId: '018cc251-0000-7000-8000-00000000dead',
    what: 'password_changed',
    at: new Date().toISOString(),
    ip: null,
  } as never)
  expect(mails).toHaveLength(1)
})

test('A-08 who cannot get in reads whom to write to, or that nobody reads an answer', async () => {
  await setReach({ email: 'ida@new.example', email_verified_at: new Date() })
  await tell({ what: 'passkey_added' })
  await tell({ what: 'email_changed', formerEmail: 'ida@sand.example' })
  house.mailSender = 'noreply@loom.example'
  await tell({ what: 'passkey_removed' })
  const [own, , former, unanswered] = mails.map(({ text }) => text.replaceAll(/\s+/g, ' '))
  expect(own).toContain('If you cannot get in, write to hello@b2b.example')
  expect(former).toContain('does not open your account, write to hello@b2b.example: we help')
  expect(mails[0]?.html).toContain('href="mailto:hello@b2b.example"')
  expect(unanswered).toContain(
    'tell somebody at Back to Back, https://b2b.example (nobody reads an answer to this mail)',
  )
})

test.each([
  ['phone_added', /number was added to your account/],
  ['phone_changed', /number of your account was changed/],
  ['phone_removed', /number of your account was removed/],
  ['email_added', /address was added to your account/],
  ['email_changed', /address of your account was changed/],
] as const)('A-08 %s is told as what it is', async (what, words) => {
  await tell({ what })
  expect(mails[0]?.subject).toMatch(new RegExp(`was ${what.split('_')[1]}$`))
  expect(mails[0]?.text.replaceAll(/\s+/g, ' ')).toMatch(words)
})

test('A-08 a first address is told to the number that was alone until now', async () => {
  await setReach({ email: 'ida@new.example', phone: '+447700900777' })
  await tell({ what: 'email_added' })
  expect(mails.map(({ to }) => to)).toEqual(['ida@new.example'])
  expect(messages.map(({ text }) => text)).toEqual([
    expect.stringMatching(/An address was added to your account/),
  ])
})

/** The hour is over. */
async function runLater(): Promise<void> {
  limits = createLimits()
  const waiting = [...later.values()]
  later.clear()
  for (const job of waiting) await workers.get(job.name)?.(job.payload as never)
}

test('A-08 the first of a kind is mailed at once, and what follows within the hour is one mail at its end', async () => {
  await setReach({ email: 'ida@sand.example', email_verified_at: new Date(), phone: null })
  for (let i = 0; i < 20; i += 1) await tell({ what: 'recovery_codes_renewed' })
  expect(mails).toHaveLength(1)
  // Noise of one kind keeps nobody from hearing of another.
  await tell({ what: 'passkey_added' })
  expect(mails).toHaveLength(2)
  expect([...later.values()].map(({ startAfter }) => startAfter.getTime() - noon().getTime())).toEqual([
    3_600_000,
  ])
  await runLater()
  expect(mails.map(({ subject }) => subject)).toEqual(
    (['recovery_codes_renewed', 'passkey_added', 'recovery_codes_renewed'] as const).map(
      (what) => wayInWords[what].subject,
    ),
  )
  await runLater()
  expect(mails).toHaveLength(3)
})

test('A-08 a mail server that is away for a moment costs nobody the first notice', async () => {
  provider.isDown = true
  await expect(tell({ what: 'passkey_added' })).rejects.toThrow('down')
  provider.isDown = false
  await tell({ what: 'passkey_added' })
  expect(mails).toHaveLength(1)
})

test('A-08 a message that is paid for goes six times an hour to a number, whatever is done; the rest waits', async () => {
  const phone = '+447700900777'
  await setReach({ email: null, email_verified_at: null, phone })
  const kinds = Object.keys(wayInWords) as WayInChange[]
  expect(kinds.length).toBeGreaterThan(6)
  for (let i = 0; i < 5; i += 1) for (const what of kinds) await tell({ what })
  expect(messages).toHaveLength(6)
  expect(later.size).toBe(kinds.length)
  await runLater()
  expect(messages).toHaveLength(12)
})

test('A-08 an address that nobody proved is told no more than strangers may mail there', async () => {
  await setReach({ email: 'stranger@example.org', email_verified_at: null, phone: null })
  const kinds = Object.keys(wayInWords) as WayInChange[]
  for (const what of kinds) await tell({ what })
  expect(mails).toHaveLength(1)
  // The control: whoever proved it hears each kind.
  limits = createLimits()
  mails.length = 0
  await setReach({ email: 'ida@sand.example', email_verified_at: new Date() })
  for (const what of kinds) await tell({ what })
  expect(mails).toHaveLength(kinds.length)
})
