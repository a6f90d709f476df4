import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { getPersonId } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
import type { Role } from '~/platform/rpc/caller'
import type { Visibility } from '../contract-shapes'
import { createMembersClients } from './testing'

const now = new Date('2026-11-21T02:00:00Z')
const NOBODY = '018ccab1-5b40-7ef7-a8bd-53bbbb6aeac5'
let db: Database
let drop: () => Promise<void>
let as: ReturnType<typeof createMembersClients>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedDemo(db, { now, hashPassword: async () => 'hash' })
  as = createMembersClients(db, now)
})
afterAll(() => drop())
afterEach(() => db.deleteFrom('blocks').execute())

function change(key: string, values: object): Promise<unknown> {
  return db.updateTable('profiles').set(values).where('id', '=', getPersonId(key)).execute()
}

function block(blocker: string, blocked: string): Promise<unknown> {
  const row = { blocker_id: getPersonId(blocker), blocked_id: getPersonId(blocked) }
  return db.insertInto('blocks').values(row).execute()
}

describe('DJ page', () => {
  const mara = getPersonId('mara')

  test('P-01 returns a DJ’s bio, equipment, rate, days, links and events', async () => {
    const page = await as(null).getDj({ id: mara })
    expect(page).toMatchObject({
      name: 'Mara Voss',
      genres: ['Techno'],
      rateCents: 120_000,
      priceRange: '$1,000 to $1,500',
      depositPercent: 25,
      availabilityDays: [5, 6],
      isSelf: false,
      isPublic: true,
    })
    expect(page.bio).toContain('laundromat')
    expect(page.equipment).toHaveLength(5)
    expect(page.socialLinks.map((link) => link.label)).toEqual([
      'SoundCloud',
      'Instagram',
      'Bandcamp',
      'Website',
    ])
  })

  test('returns a DJ’s next six events soonest first, and the last six latest first', async () => {
    const { upcomingEvents, pastEvents } = await as(null).getDj({ id: mara })
    const ahead = upcomingEvents.map((event) => event.startsAt)
    const past = pastEvents.map((event) => event.startsAt)
    expect(ahead).toHaveLength(6)
    expect(past.length).toBeGreaterThan(0)
    expect([...past.toReversed(), ...ahead]).toEqual([...past, ...ahead].toSorted())
    expect((past[0] ?? '') < now.toISOString() && now.toISOString() <= (ahead[0] ?? '')).toBe(true)
  })

  test('a DJ’s page lists only public, published events that the DJ hosts or plays', async () => {
    const listTitles = async () =>
      (await as(null).getDj({ id: getPersonId('kestrel') })).upcomingEvents.map((event) => event.title)
    const before = await listTitles()
    expect(before).toEqual([
      'Ceiling Tiles',
      'Night Bus to Nowhere',
      'Brake Fluid',
      'Two Left Decks',
      'Service Entrance',
    ])
    await db.updateTable('events').set({ is_public: false }).where('title', '=', 'Brake Fluid').execute()
    await db
      .updateTable('events')
      .set({ event_status: 'cancelled' })
      .where('title', '=', 'Two Left Decks')
      .execute()
    expect(await listTitles()).toEqual(['Ceiling Tiles', 'Night Bus to Nowhere', 'Service Entrance'])
  })

  test('people who are not DJs, and invalid ids, have no page', async () => {
    for (const id of [getPersonId('owen'), getPersonId('customer'), 'x', "'; drop table profiles", NOBODY])
      await expect(as('mara').getDj({ id }), id).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'DJ not found',
      })
  })

  test('only the owner can open a hidden page, which says that it is hidden', async () => {
    const id = getPersonId('nova')
    await change('nova', { is_public: false })
    // A connection of Nova, an admin and a visitor can’t see the hidden page.
    await expect(as('temi').getDj({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(as('admin', { roles: ['admin'] }).getDj({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(as(null).getDj({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await as('nova').getDj({ id })).toMatchObject({ isSelf: true, isPublic: false })
    await change('nova', { is_public: true })
  })

  test.each([
    ['the DJ blocks a member', 'temi', 'jonas'],
    ['a member blocks the DJ', 'jonas', 'temi'],
  ])('two people can’t see each other’s profiles: %s', async (_, blocker, blocked) => {
    await block(blocker, blocked)
    const id = getPersonId('temi')
    await expect(as('jonas').getDj({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(as('jonas').getMember({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await as('temi').getDj({ id })).isSelf).toBe(true)
    expect((await as('owen').getDj({ id })).name).toBe('Temi Adeyemi')
    expect((await as(null).getDj({ id })).name).toBe('Temi Adeyemi')
  })
})

describe('member page', () => {
  test('shows a member to other members, with their events', async () => {
    const jonas = await as('temi').getMember({ id: getPersonId('jonas') })
    expect(jonas).toMatchObject({
      name: 'Jonas Wirth',
      fullName: null,
      memberTypes: ['promoter'],
      isDj: false,
      isSelf: false,
    })
    expect(jonas.upcomingEvents[0]?.title).toBe('Low Ceiling')
    const kestrel = await as('temi').getMember({ id: getPersonId('kestrel') })
    expect(kestrel).toMatchObject({ name: 'DJ Kestrel', fullName: 'Kit Marlowe', isDj: true })
    expect(kestrel.memberTypes).toEqual(['dj', 'equipment_hire'])
  })

  test('staff have a member’s page; customers have one only with a member type', async () => {
    await expect(as('mara').getMember({ id: getPersonId('admin') })).resolves.toMatchObject({
      name: 'Hanna Wolff',
    })
    const id = getPersonId('customer')
    await change('customer', { is_public: true })
    const notFound = { code: 'NOT_FOUND', message: 'Member not found' }
    await expect(as('mara').getMember({ id })).rejects.toMatchObject(notFound)
    await db.insertInto('user_member_types').values({ user_id: id, member_type: 'media' }).execute()
    expect((await as('mara').getMember({ id })).memberTypes).toEqual(['media'])
    await db.deleteFrom('user_member_types').where('user_id', '=', id).execute()
    await change('customer', { is_public: false })
  })

  test('hidden members see their own page, and visitors see no member’s page', async () => {
    const id = getPersonId('owen')
    await change('owen', { is_public: false })
    await expect(as('mara').getMember({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await as('owen').getMember({ id })).isSelf).toBe(true)
    await change('owen', { is_public: true })
    await expect(as(null).getMember({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    for (const wrong of ['x', NOBODY, "' or true --"])
      await expect(as('mara').getMember({ id: wrong })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

// Ilse is connected to Mara, Nova and Jonas; she has sent Juno a request, and Kestrel has sent her one.
const viewers: Record<string, { key: string | null; roles?: Role[]; circle: number }> = {
  'a visitor': { key: null, circle: 0 },
  'a customer': { key: 'customer', roles: ['customer'], circle: 0 },
  'a member': { key: 'temi', circle: 1 },
  'whom she has asked': { key: 'juno', circle: 1 },
  'who has asked her': { key: 'kestrel', circle: 1 },
  'a moderator': { key: 'moderator', roles: ['user', 'moderator'], circle: 1 },
  'an admin': { key: 'admin', roles: ['admin'], circle: 1 },
  'a connected DJ': { key: 'nova', circle: 2 },
  'a connected promoter': { key: 'jonas', circle: 2 },
  'a connected customer': { key: 'customer2', roles: ['customer'], circle: 2 },
  'she herself': { key: 'ilse', circle: 2 },
}
const circles: readonly Visibility[] = ['everyone', 'members', 'connections']

describe('P-01 contact visibility by relation', () => {
  const id = getPersonId('ilse')
  const cells = Object.entries(viewers).flatMap(([name, viewer]) =>
    circles.flatMap((phone) => circles.map((email) => ({ name, viewer, phone, email }))),
  )

  test.each(cells)(
    'the viewer $name sees a phone visible to $phone and an email visible to $email only if allowed',
    async ({ viewer, phone, email }) => {
      await change('ilse', {
        phone: '+45 33 55 01 20',
        phone_visibility: phone,
        booking_email: 'desk@brandt.example',
        booking_email_visibility: email,
      })
      const { key, roles } = viewer
      const person = key === 'customer2' ? 'customer' : key
      if (key === 'customer2')
        await db
          .insertInto('connections')
          .values({
            user_id: getPersonId('customer'),
            connected_user_id: id,
            status: 'accepted',
            answered_at: now,
          })
          .execute()
      const canSee = (visibility: Visibility) => circles.indexOf(visibility) <= viewer.circle
      const hidden = [phone, email].filter((visibility) => !canSee(visibility))
      const contact = {
        phone: canSee(phone) ? '+45 33 55 01 20' : null,
        email: canSee(email) ? 'desk@brandt.example' : null,
        restrictedTo: hidden.includes('members') ? 'members' : (hidden[0] ?? null),
      }
      const client = as(person, roles ? { roles } : {})
      const page = await client.getDj({ id })
      expect(page.contact).toEqual(contact)
      if (person !== null) expect((await client.getMember({ id })).contact).toEqual(contact)
      // The sign-in email is never visible.
      expect(JSON.stringify(page)).not.toContain('ilse@backtoback.example')
      await db.deleteFrom('connections').where('user_id', '=', getPersonId('customer')).execute()
    },
  )

  test('a contact detail that was never entered does not count as hidden', async () => {
    await change('ilse', { phone: null, booking_email: null, phone_visibility: 'connections' })
    expect((await as(null).getDj({ id })).contact).toEqual({ phone: null, email: null, restrictedTo: null })
  })
})
