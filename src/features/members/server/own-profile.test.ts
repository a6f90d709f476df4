import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { getPersonId } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
import type { MyProfile } from '../contract-shapes'
import type { MemberType } from '../rules/member-type'
import { createMembersClients } from './testing'

const now = new Date('2026-11-21T02:00:00Z')
let db: Database
let drop: () => Promise<void>
const notified: string[] = []
let as: ReturnType<typeof createMembersClients>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedDemo(db, { now, hashPassword: async () => 'hash' })
  as = createMembersClients(db, now, {
    publish: (people, topics) => void notified.push(`${people.join()} ${topics.join()}`),
  })
})
afterAll(() => drop())

function listTypes(key: string): Promise<MemberType[]> {
  return as(key)
    .myProfile()
    .then((profile) => profile.memberTypes)
}

describe('one’s own profile', () => {
  test('PR-01 returns all editable fields, and the email, which is read-only', async () => {
    const mara = await as('mara').myProfile()
    expect(mara).toMatchObject({
      id: getPersonId('mara'),
      email: 'mara@backtoback.example',
      memberTypes: ['dj', 'promoter'],
      profileViews: 2406,
    })
    expect(mara.values).toMatchObject({
      fullName: 'Mara Voss',
      genres: ['Techno'],
      timezone: 'Europe/Berlin',
      bookingEmail: 'bookings+mara@backtoback.example',
      phoneVisibility: 'everyone',
      availabilityDays: [5, 6],
    })
    await expect(as(null).myProfile()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('PR-02 every demo profile can be saved unchanged', async () => {
    for (const key of [
      'mara',
      'juno',
      'kestrel',
      'ilse',
      'temi',
      'nova',
      'jonas',
      'owen',
      'sofia',
      'customer',
    ]) {
      const before = await as(key).myProfile()
      const after = await as(key).saveProfile(before.values)
      const { version: _, ...values } = before.values
      expect(after, key).toMatchObject({ ...before, values })
      expect(after.values.version, key).not.toBe(before.values.version)
    }
  })

  test('refuses to save a profile whose version is not a number', async () => {
    const { values } = await as('mara').myProfile()
    await expect(as('mara').saveProfile({ ...values, version: '\0' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  test('PR-02 saving a name updates screens of other features that show it', async () => {
    const { values } = await as('owen').myProfile()
    notified.length = 0
    await as('owen').saveProfile({ ...values, fullName: 'Owen Hale' })
    expect(notified).toEqual([`${getPersonId('owen')} identity,members`])
    await expect(as('owen').saveProfile(values)).rejects.toMatchObject({ code: 'CHANGED' })
    expect(notified).toHaveLength(1)
  })

  test('PR-02 checks length limits after normalizing, and refuses text that normalizing makes too long', async () => {
    const { values } = await as('juno').myProfile()
    // One character as typed, three after composing.
    const shin = '\ufb2c'
    const longer = [
      { fullName: shin.repeat(100) },
      { location: shin.repeat(120) },
      { djName: shin.repeat(100) },
      { bio: shin.repeat(600) },
      { priceRange: shin.repeat(60) },
      { equipment: [`2x ${'a'.repeat(117)}`] },
      { socialLinks: [{ label: shin.repeat(40), url: 'https://juno.example' }] },
    ]
    for (const change of longer)
      await expect(
        as('juno').saveProfile({ ...values, ...change }),
        Object.keys(change)[0],
      ).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
    expect(await as('juno').myProfile()).toMatchObject({ values })
  })

  test('PR-02 returns the cleaned values that were saved', async () => {
    const { values } = await as('juno').myProfile()
    const { values: saved } = await as('juno').saveProfile({
      ...values,
      fullName: '  Juno \u202e Okafor ',
      djName: 'Juno\u0000 O',
      location: '',
      bio: 'One\r\n\r\n\r\n\r\nTwo',
      phone: '+44  20 7946 0183',
      bookingEmail: 'Desk@Okafor.Example',
      socialLinks: [
        { label: 'soundcloud', url: 'soundcloud.com/juno' },
        { label: 'Radio', url: 'http://radio.okafor.example' },
      ],
      genres: ['House', 'Techno', 'House'],
      availabilityDays: [6, 5, 6],
      equipment: ['2x Turntables', ' A  van '],
      rateCents: null,
      depositPercent: 100,
      isPublic: false,
    })
    expect(saved).toMatchObject({
      fullName: 'Juno Okafor',
      djName: 'Juno O',
      location: null,
      bio: 'One\n\nTwo',
      phone: '+44 20 7946 0183',
      bookingEmail: 'desk@okafor.example',
      socialLinks: [
        { label: 'SoundCloud', url: 'https://soundcloud.com/juno' },
        { label: 'Radio', url: 'http://radio.okafor.example' },
      ],
      genres: ['House', 'Techno'],
      availabilityDays: [5, 6],
      equipment: ['2 × Turntables', 'A van'],
      rateCents: null,
      depositPercent: 100,
      isPublic: false,
    })
    expect((await as('juno').myProfile()).values).toEqual(saved)
    expect((await as('juno').getDj({ id: getPersonId('juno') })).name).toBe('Juno O')
  })

  test('names every invalid field, and saves nothing', async () => {
    const { values } = await as('temi').myProfile()
    const saving = as('temi').saveProfile({
      ...values,
      fullName: '\u200b',
      bio: 'Another life',
      phone: 'call me',
      bookingEmail: 'nobody',
      timezone: '+02:00',
      socialLinks: [
        { label: 'Website', url: 'https://temi.example' },
        { label: 'Website', url: 'https://temi.exampel' },
        { label: 'Instagram', url: 'https://instagram.com.evil.com/temi' },
        { label: 'Website', url: 'temi.example' },
      ],
    })
    await expect(saving).rejects.toMatchObject({
      code: 'BAD_PROFILE',
      status: 422,
      data: {
        fields: [
          { path: 'fullName', message: 'Enter your name.' },
          { path: 'phone' },
          { path: 'bookingEmail' },
          { path: 'timezone' },
          { path: 'socialLinks.1.url', message: 'This isn’t a public web address. Check the spelling.' },
          { path: 'socialLinks.2.url', message: 'This address isn’t on Instagram. Check the spelling.' },
          { path: 'socialLinks.3.url', message: 'This address is in the list already' },
        ],
      },
    })
    expect((await as('temi').myProfile()).values).toEqual(values)
  })

  test('refuses input of the wrong shape: too long, too many entries, unknown fields', async () => {
    const { values } = await as('temi').myProfile()
    const long = { label: 'Website', url: `https://temi.example/${'x'.repeat(300)}` }
    for (const wrong of [
      { bio: 'x'.repeat(601) },
      { genres: ['Techno', 'House', 'Trance', 'Hard House'] },
      { genres: ['Polka'] },
      { depositPercent: 101 },
      { rateCents: -1 },
      { availabilityDays: [0] },
      { phoneVisibility: 'friends' },
      { socialLinks: [long] },
      { socialLinks: Array.from({ length: 9 }, () => ({ label: 'Website', url: 'https://temi.example' })) },
      { equipment: Array.from({ length: 31 }, () => 'Crate') },
    ])
      await expect(
        as('temi').saveProfile({ ...values, ...wrong } as never),
        JSON.stringify(wrong).slice(0, 60),
      ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(as(null).saveProfile(values)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('when two windows save the profile, the first succeeds and the second is asked to reload', async () => {
    const { values } = await as('ilse').myProfile()
    const outcomes = await Promise.allSettled(
      ['First', 'Second', 'Third'].map((bio) => as('ilse').saveProfile({ ...values, bio })),
    )
    const saved = outcomes.flatMap((outcome): MyProfile[] =>
      outcome.status === 'fulfilled' ? [outcome.value] : [],
    )
    expect(saved).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'CHANGED', status: 409 })
    expect((await as('ilse').myProfile()).values).toEqual(saved[0]?.values)
  })
})

describe('member types', () => {
  test('MT-02 saves exactly the selected types without duplicates, and shows fields for DJs accordingly', async () => {
    const id = getPersonId('kestrel')
    const chosen = await as('kestrel').saveMemberTypes({ types: ['producer', 'agent', 'agent'] })
    expect(chosen.memberTypes).toEqual(['producer', 'agent'])
    await expect(as(null).getDj({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await as('mara').getMember({ id })).name).toBe('Kit Marlowe')
    // DJ fields stay stored, in case the person becomes a DJ again.
    expect(chosen.values).toMatchObject({ djName: 'DJ Kestrel', genres: ['Hard House'] })
    await as('kestrel').saveMemberTypes({ types: ['dj'] })
    expect(await as(null).getDj({ id })).toMatchObject({ name: 'DJ Kestrel', genre: 'Hard House' })
  })

  test('MT-02 refuses an empty selection of member types', async () => {
    const saving = as('owen').saveMemberTypes({ types: [] })
    await expect(saving).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { fields: [{ path: 'types', message: 'Please select at least one member type' }] },
    })
    expect(await listTypes('owen')).toEqual(['venue', 'equipment_hire'])
    await expect(as('owen').saveMemberTypes({ types: ['king'] } as never)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(as(null).saveMemberTypes({ types: ['dj'] })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('two simultaneous selections of member types store one of the two, never a mix', async () => {
    const first: MemberType[] = ['dj', 'producer']
    const second: MemberType[] = ['venue', 'agent', 'media']
    for (let round = 0; round < 25; round++) {
      await Promise.all([first, second].map((types) => as('sofia').saveMemberTypes({ types })))
      const left = await listTypes('sofia')
      expect([first, second].map((types) => types.toSorted())).toContainEqual(left.toSorted())
    }
  })

  test('saving member types does not change the profile’s version', async () => {
    const { values } = await as('nova').myProfile()
    await as('nova').saveMemberTypes({ types: ['dj', 'media'] })
    await expect(as('nova').saveProfile(values)).resolves.toMatchObject({ memberTypes: ['dj', 'media'] })
  })
})
