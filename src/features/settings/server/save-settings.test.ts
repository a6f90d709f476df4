import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { getPersonId } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
import { DEFAULT_TEXTS } from '../rules/default-texts'
import { SETTING_SECTIONS } from '../rules/setting-sections'
import { DEFAULT_SETTINGS, SETTING_KEYS, type Settings } from '../rules/settings'
import { createSettingsClients } from './testing-calls'

const { db, drop } = await createTestDatabase()
const clock = { now: new Date('2026-11-21T02:00:00Z') }
const { as, notified, settings } = createSettingsClients(db, clock)
beforeAll(() => seedDemo(db, { now: clock.now, hashPassword: async () => 'hash' }))
afterAll(drop)

beforeEach(async () => {
  clock.now = new Date('2026-11-21T02:00:00Z')
  notified.length = 0
  await db.deleteFrom('settings').execute()
  settings.forget()
})

const records = async () => {
  const { rows } = await sql<{ actor_id: string; subject_id: string; details: object }>`
    select actor_id, subject_id, details from audit_log where action = 'settings.change' order by created_at, id`.execute(
    db,
  )
  return rows
}

describe('AD-04 reading the settings', () => {
  test('a new site has the default of every setting and no changes', async () => {
    const saved = await as('admin').get()
    expect(saved.values).toEqual(DEFAULT_SETTINGS)
    expect(Object.values(saved.versions)).toEqual(Object.keys(SETTING_KEYS).map(() => 0))
    expect(saved.changed).toEqual({})
    expect(saved.configuredSender).toBe('hello@configured.example')
  })

  test('only admins can read the settings', async () => {
    for (const person of [
      as('mara', 'user'),
      as('moderator', 'user', 'moderator'),
      as('customer', 'customer'),
    ]) {
      await expect(person.get()).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(
        person.save({ changes: [{ key: 'name', value: 'Mine', version: 0 }] }),
      ).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(person.history({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(person.testEmail({ sender: '' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(person.previewText({ markdown: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    await expect(as(null).get()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await as('admin').get()).values.name).toBe('Back to Back')
  })
})

// For some sections, a valid change of one setting. It must not be saved when another change in the same section is
// refused.
const validBeside: Readonly<Partial<Record<string, { key: keyof Settings; value: string | number }>>> = {
  site: { key: 'name', value: 'Other' },
  money: { key: 'holdMinutes', value: 12 },
  mailer: { key: 'contactAddress', value: 'help@loom.example' },
}

describe('AD-04 a save', () => {
  test('a save takes effect immediately, records both values and notifies all admins', async () => {
    const before = (await records()).length
    expect((await as(null).site()).feeBasisPoints).toBe(1000)
    await as('admin').save({
      changes: [
        { key: 'name', value: '  Loom   Hall ', version: 0 },
        { key: 'membersArea', value: 'invited', version: 0 },
      ],
    })
    expect(notified).toEqual([{ people: [getPersonId('admin')], topics: ['settings', 'administration'] }])
    await as('admin').save({ changes: [{ key: 'feeBasisPoints', value: 1250, version: 0 }] })
    const saved = await as('admin').get()
    expect(saved.values).toMatchObject({ feeBasisPoints: 1250, name: 'Loom Hall', membersArea: 'invited' })
    expect(saved.versions).toMatchObject({ feeBasisPoints: 1, name: 1, holdMinutes: 0 })
    expect(saved.changed.name).toEqual({ at: clock.now.toISOString(), by: 'Hanna Wolff' })
    expect(await as(null).site()).toMatchObject({
      feeBasisPoints: 1250,
      name: 'Loom Hall',
      membersArea: 'invited',
    })
    const written = (await records()).slice(before)
    expect(written).toHaveLength(3)
    expect(written).toContainEqual({
      actor_id: getPersonId('admin'),
      subject_id: 'service_fee_basis_points',
      details: { key: 'Service fee', from: '10%', to: '12.5%', was: 1000, now: 1250 },
    })
  })

  test('a save with settings of several sections is refused, and nothing is stored', async () => {
    for (const [key, value] of [
      ['privacy', '## Draft'],
      ['name', 'Loom'],
    ] as const)
      await expect(
        as('admin').save({
          changes: [
            { key: 'terms', value: '## Draft', version: 0 },
            { key, value, version: 0 },
          ],
        }),
      ).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        data: { fields: [{ path: 'changes', message: 'Save one section at a time.' }] },
      })
    expect((await as('admin').get()).values).toEqual(DEFAULT_SETTINGS)
  })

  test('saving the current value is a no-op and records nothing, whatever its version', async () => {
    await as('admin').save({ changes: [{ key: 'holdMinutes', value: 12, version: 0 }] })
    const before = await records()
    notified.length = 0
    const saved = await as('admin').save({ changes: [{ key: 'holdMinutes', value: 12, version: 0 }] })
    expect(saved.versions.holdMinutes).toBe(1)
    expect(await records()).toEqual(before)
    expect(notified).toEqual([])
  })

  test.each([
    ['name', '   ', 'Enter a name for the site.'],
    ['name', 'N'.repeat(43), 'At most 40 characters: shorten it by 3.'],
    ['membersArea', 'nobody', 'Choose who can open the members area.'],
    ['maintenanceNotice', 'n'.repeat(301), 'At most 300 characters: shorten it by 1.'],
    ['invitationsPerMember', 51, 'Enter a whole number from 0 to 50.'],
    ['invitationsPerMember', 2.5, 'Enter a whole number from 0 to 50.'],
    ['feeBasisPoints', 3001, 'Enter a percentage from 0 to 30, such as 10 or 12.5.'],
    ['feeBasisPoints', '1000', 'Enter a percentage from 0 to 30, such as 10 or 12.5.'],
    ['priceDisplay', '', 'Choose how prices are shown.'],
    ['processingFees', 'buyer', 'Choose who pays the processing fees.'],
    ['holdMinutes', 1, 'Enter whole minutes from 2 to 30.'],
    ['emailSender', 'hello@', 'Enter an address such as hello@yoursite.example, or leave it empty.'],
    [
      'emailSender',
      'a@b.example\nBcc: x@y.example',
      'Enter an address such as hello@yoursite.example, or leave it empty.',
    ],
    ['terms', 't'.repeat(40_001), 'At most 40,000 characters: shorten it by 1.'],
    ['privacy', 7, 'Enter the text, or restore the default.'],
  ] as const)(
    '%s = %s is refused with an explanation, and the save stores nothing',
    async (key, value, message) => {
      const valid = validBeside[SETTING_SECTIONS[key]]
      const changes = [
        { key, value, version: 0 },
        ...(valid && valid.key !== key ? [{ ...valid, version: 0 }] : []),
      ]
      await expect(as('admin').save({ changes })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        data: { fields: [{ path: key, message }] },
      })
      expect((await as('admin').get()).values).toEqual(DEFAULT_SETTINGS)
    },
  )

  test('a text equal to the default is stored as empty', async () => {
    await as('admin').save({ changes: [{ key: 'terms', value: '## Mine', version: 0 }] })
    const saved = await as('admin').save({
      changes: [{ key: 'terms', value: `\n${DEFAULT_TEXTS.terms}`, version: 1 }],
    })
    expect(saved.values.terms).toBe('')
    expect(saved.versions.terms).toBe(2)
  })

  test('a save that contains the same setting twice is refused', async () => {
    const change = { key: 'name' as const, value: 'One', version: 0 }
    await expect(as('admin').save({ changes: [change, { ...change, value: 'Two' }] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

describe('AD-04 concurrent changes', () => {
  test('the second admin to change a setting gets the first admin’s value, name and time, and stores nothing', async () => {
    await as('juno').save({ changes: [{ key: 'feeBasisPoints', value: 1200, version: 0 }] })
    clock.now = new Date('2026-11-21T02:02:30Z')
    await expect(
      as('admin').save({
        changes: [
          { key: 'holdMinutes', value: 15, version: 0 },
          { key: 'feeBasisPoints', value: 1500, version: 0 },
        ],
      }),
    ).rejects.toMatchObject({
      code: 'CHANGED',
      status: 409,
      message: 'Juno Okafor changed “Service fee” to 12% 2 minutes ago.',
      data: {
        conflicts: [
          {
            key: 'feeBasisPoints',
            by: 'Juno Okafor',
            at: '2026-11-21T02:00:00.000Z',
            value: 1200,
            version: 1,
          },
        ],
      },
    })
    expect((await as('admin').get()).values).toEqual({ ...DEFAULT_SETTINGS, feeBasisPoints: 1200 })
  })

  test('changes of different settings don’t conflict', async () => {
    await Promise.all([
      as('admin').save({ changes: [{ key: 'name', value: 'Loom', version: 0 }] }),
      as('juno').save({ changes: [{ key: 'holdMinutes', value: 20, version: 0 }] }),
    ])
    expect((await as('admin').get()).values).toEqual({ ...DEFAULT_SETTINGS, name: 'Loom', holdMinutes: 20 })
  })

  test.each([0, 3])(
    'of concurrent changes to a setting with version %i, one succeeds and the others get a conflict',
    async (version) => {
      for (let seen = 0; seen < version; seen += 1)
        await as('admin').save({ changes: [{ key: 'holdMinutes', value: 2 + seen, version: seen }] })
      const before = (await records()).length
      const saves = await Promise.allSettled(
        Array.from({ length: 8 }, (_, n) =>
          as(n % 2 ? 'admin' : 'juno').save({ changes: [{ key: 'holdMinutes', value: 20 + n, version }] }),
        ),
      )
      expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const save of saves)
        if (save.status === 'rejected') expect(save.reason).toMatchObject({ code: 'CHANGED' })
      const saved = await as('admin').get()
      expect(saved.versions.holdMinutes).toBe(version + 1)
      expect(await records()).toHaveLength(before + 1)
    },
  )
})

describe('AD-04 the history', () => {
  test('lists changes newest first with stored values, filtered by setting, and without gaps between pages', async () => {
    for (let version = 0; version < 30; version += 1) {
      clock.now = new Date(clock.now.getTime() + 1000)
      await as('admin').save({
        changes: [{ key: 'invitationsPerMember', value: version === 5 ? 50 : version, version }],
      })
    }
    await as('admin').save({ changes: [{ key: 'terms', value: '## Mine', version: 0 }] })
    const [text] = (await as('admin').history({ key: 'terms' })).changes
    expect(text).toMatchObject({ key: 'terms', by: 'Hanna Wolff', from: '', to: '## Mine' })
    const first = await as('admin').history({ key: 'invitationsPerMember' })
    const second = await as('admin').history({ key: 'invitationsPerMember', after: first.nextCursor ?? '' })
    const steps = [...first.changes, ...second.changes].map(({ from, to }) => [from, to])
    expect(steps.slice(0, 2)).toEqual([
      [28, 29],
      [27, 28],
    ])
    expect(steps).toHaveLength(30)
    expect(second.nextCursor).toBeNull()
    expect((await as('admin').history({})).changes[0]?.key).toBe('terms')
  })
})
