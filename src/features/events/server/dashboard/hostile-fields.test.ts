import { expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { refusalOf } from '~tests/support/refusal'
import { draftFields } from '../../contract-dashboard-shapes'
import { insertDraft, insertMember, openTestDashboard } from './testing'

// The organizer sends the hostile input, so that every field is parsed: a stranger would only get NOT_FOUND.
const dashboard = await openTestDashboard()
const ilse = await insertMember(dashboard.db, { name: 'Ilse Brandt' })

const odd: unknown[] = [
  '',
  ' ',
  '\u0000',
  'dust\u0000bowl',
  '\ud800',
  '\u202egnp.exe',
  '<script>alert(1)</script>',
  "'; drop table events; --",
  '𝕯𝖚𝖘𝖙',
  'x'.repeat(20_000),
  '2026-02-30',
  '0001-01-01',
  '9999-12-31',
  '24:00',
  '23:60',
  '+02:00',
  'Mars/Phobos',
  'europe/berlin',
  -1,
  0,
  1.5,
  1e20,
  Number.NaN,
  true,
  null,
  [],
  {},
]
const fields = Object.keys(draftFields.shape)

test.each(fields)('%s is accepted or refused with a message at its field', async (field) => {
  const id = await insertDraft(dashboard, ilse)
  let version = 1
  const save = (changes: object) => dashboard.as(ilse).save({ id, version, changes })
  for (const value of odd) {
    const shown = JSON.stringify(value)?.slice(0, 40)
    const result = await save({ [field]: value }).catch((error: unknown) => refusalOf(Promise.reject(error)))
    if ('version' in result) {
      version = result.version
      continue
    }
    expect([400, 422], `${shown}: ${result.message}`).toContain(result.status)
    expect(JSON.stringify(result.data), shown).toMatch(/"path":"changes\.\w+","message":"[A-Z].{4,}"/)
  }
  // The event can still be read, shown and listed.
  await dashboard.as(ilse).get({ id })
  await dashboard.as(ilse).preview({ id })
  await dashboard.as(ilse).duplicate({ id })
  await dashboard.as(ilse).listOwn({})
})

test('line-up entries are accepted or refused with a message at their field', async () => {
  const id = await insertDraft(dashboard, ilse)
  let version = 1
  for (const value of odd)
    for (const field of ['name', 'djId', 'startClock', 'endClock', 'billing']) {
      const slots = [{ name: 'Paper Cuts', billing: 'support', [field]: value }]
      const shown = `${field} ${JSON.stringify(value)?.slice(0, 40)}`
      const result = await dashboard
        .as(ilse)
        .saveLineUp({ id, version, slots } as never)
        .catch((error: unknown) => refusalOf(Promise.reject(error)))
      if ('version' in result) version = result.version
      else expect([400, 422], `${shown}: ${result.message}`).toContain(result.status)
    }
  await dashboard.as(ilse).get({ id })
})

test('hostile search words, addresses and ids never cause a server error', async () => {
  const id = await insertDraft(dashboard, ilse)
  for (const value of odd) {
    const tries = [
      dashboard.as(ilse).findMembers({ id, q: value } as never),
      dashboard.as(ilse).removePerson({ id, personId: value } as never),
      dashboard.as(ilse).addBooking({ id, version: 1, bookingId: value } as never),
      dashboard.as(ilse).create({ title: value, timezone: value, date: value, clientKey: newId() } as never),
    ]
    for (const result of await Promise.allSettled(tries))
      if (result.status === 'rejected')
        expect(result.reason, JSON.stringify(value)).toMatchObject({
          status: expect.toSatisfy((status: number) => status < 500),
        })
  }
})
