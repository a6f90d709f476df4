import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { MEMBER_TYPES } from '~/features/members/rules/member-type'
import { connect, createNetwork, DAY, insertMember, insertEvent } from './testing'

let db: Database
let drop: () => Promise<void>
let network: ReturnType<typeof createNetwork>
let me: string

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())
beforeEach(async () => {
  await sql`delete from accounts`.execute(db)
  await sql`delete from events`.execute(db)
  network = createNetwork(db)
  me = await insertMember(db, { name: 'Mo Merrick' })
})

const at = (days: number) => new Date(network.clock.now.getTime() + days * DAY)
const listNames = (list: readonly { person: { fullName: string } }[]) =>
  list.map(({ person }) => person.fullName)

describe('NW-01 the network', () => {
  test('people who hide their profile, and customers, have no link to a profile page', async () => {
    const asker = await insertMember(db, { name: 'Ina Reader' })
    for (const [name, member] of Object.entries({
      'Ann Agent': { types: ['agent' as const] },
      'Cara Customer': { isCustomer: true },
      'Hida Hidden': { types: ['dj' as const], isPublic: false },
    }))
      await connect(db, asker, await insertMember(db, { name, ...member }))
    const { connections } = await network.as(asker).list({ tab: 'connections' })
    const pages = connections.map(({ person }) => [person.fullName, person.hasPage])
    expect(Object.fromEntries(pages)).toEqual({
      'Ann Agent': true,
      'Cara Customer': false,
      'Hida Hidden': false,
    })
  })

  test('lists connections newest first for both people, with name, types and location', async () => {
    const juno = await insertMember(db, {
      name: 'Juno Okafor',
      djName: 'DJ Juno',
      types: ['producer', 'dj'],
      location: 'London, UK',
    })
    const wire = await insertMember(db, { name: 'Dae-Jung Park', djName: 'Loose Wire', types: ['producer'] })
    await connect(db, me, juno, at(-2))
    await connect(db, wire, me, at(-1))
    const { connections, nextCursor } = await network.as(me).list({ tab: 'connections' })
    expect(nextCursor).toBeNull()
    expect(connections.map(({ person, since }) => [person, since])).toEqual([
      // His DJ name is stored but not shown, because he doesn't have the type dj.
      [
        expect.objectContaining({ fullName: 'Dae-Jung Park', djName: null, isDj: false }),
        at(-1).toISOString(),
      ],
      [
        {
          id: juno,
          fullName: 'Juno Okafor',
          djName: 'DJ Juno',
          memberTypes: ['dj', 'producer'],
          location: 'London, UK',
          avatarUrl: null,
          isVerified: false,
          isDj: true,
          hasPage: true,
        },
        at(-2).toISOString(),
      ],
    ])
  })

  test('searches connections by full name or DJ name only, ignoring case', async () => {
    const kit = await insertMember(db, {
      name: 'Kit Marlowe',
      djName: 'DJ Kestrel',
      types: ['dj'],
      location: 'Leeds, UK',
    })
    await connect(db, me, kit)
    await connect(db, await insertMember(db, { name: 'Åsa Öberg' }), me)
    const found = async (q: string) =>
      listNames((await network.as(me).list({ tab: 'connections', q })).connections)
    for (const q of ['kit', 'MARLOWE', 'kestrel', 'dj KES marl'])
      expect(await found(q), q).toEqual(['Kit Marlowe'])
    expect(await found('åsa öberg')).toEqual(['Åsa Öberg'])
    expect(await found('ÖBERG')).toEqual(['Åsa Öberg'])
    for (const q of ['leeds', '%', '_', 'kit nobody', '\u0000%']) expect(await found(q), q).toEqual([])
    expect(await found('  ')).toHaveLength(2)
  })

  test('pages of connections skip and repeat no one, even with equal times', async () => {
    const people = []
    for (let n = 0; n < 7; n += 1) {
      const person = await insertMember(db, { name: `Member ${n}` })
      people.push(`Member ${n}`)
      if (n % 2) await connect(db, person, me, at(-1))
      else await connect(db, me, person, at(-1))
    }
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await network.as(me).list({ tab: 'connections', limit: 3, ...(after ? { after } : {}) })
      seen.push(...listNames(page.connections))
      after = page.nextCursor ?? undefined
    } while (after !== undefined)
    expect(seen.toSorted((one, other) => one.localeCompare(other))).toEqual(people)
    await expect(network.as(me).list({ tab: 'sent', after: 'elsewhere' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  test('the tabs Pending and Sent list only pending requests, with note and what the two people share', async () => {
    const ada = await insertMember(db, { name: 'Ada Adler' })
    const ben = await insertMember(db, { name: 'Ben Bakker' })
    const both = await insertMember(db, { name: 'Cleo Both' })
    await connect(db, me, both)
    await connect(db, both, ada)
    await network.as(ada).request({ id: me, note: 'We met in the queue.' })
    await network.as(me).request({ id: ben })
    const pending = await network.as(me).list({ tab: 'pending' })
    expect(pending.connections).toMatchObject([
      {
        person: { fullName: 'Ada Adler' },
        note: 'We met in the queue.',
        mutualCount: 1,
        reason: '1 shared connection',
      },
    ])
    expect(listNames((await network.as(me).list({ tab: 'sent' })).connections)).toEqual(['Ben Bakker'])
    expect(await network.as(me).counts({})).toEqual({ connections: 1, pending: 1, sent: 1 })
  })
})

test('only connections that both people have accepted count as mutual, and a few are named', async () => {
  const ada = await insertMember(db, { name: 'Ada Adler' })
  for (const n of [7, 3, 1, 5, 2, 6, 4]) {
    const friend = await insertMember(db, { name: `Friend ${n}` })
    await connect(db, ...(n % 2 ? ([me, friend] as const) : ([friend, me] as const)))
    await connect(db, ...(n % 3 ? ([ada, friend] as const) : ([friend, ada] as const)))
  }
  const asked = await insertMember(db, { name: 'Only asked' })
  await connect(db, me, asked)
  await network.as(ada).request({ id: asked })
  const { mutual } = await network.as(me).relation({ id: ada })
  expect(mutual.count).toBe(7)
  expect(mutual.people.map(({ name }) => name)).toEqual([
    'Friend 1',
    'Friend 2',
    'Friend 3',
    'Friend 4',
    'Friend 5',
  ])
  for (const id of [me, me.toUpperCase()])
    expect(await network.as(me).relation({ id })).toMatchObject({ state: 'self', mutual: { count: 0 } })
})

describe('the directory', () => {
  test('lists all members except oneself, customers and hidden people', async () => {
    await insertMember(db, { name: 'Invited Only' })
    await insertMember(db, { name: 'Customer Agent', isCustomer: true, types: ['agent'] })
    await insertMember(db, { name: 'Just Customer', isCustomer: true })
    await insertMember(db, { name: 'Hidden One', types: ['dj'], isPublic: false })
    const { members } = await network.as(me).listMembers({})
    expect(listNames(members)).toEqual(['Invited Only', 'Customer Agent'])
    expect(members[0]).toMatchObject({ relation: { state: 'none' }, mutualCount: 0, reason: null })
  })

  test('searches members by words of their name and location and by type, page by page', async () => {
    for (let n = 0; n < 5; n += 1)
      await insertMember(db, {
        name: `Venue ${n}`,
        types: n % 2 ? ['venue'] : ['venue', 'media'],
        location: n < 3 ? 'Leeds, UK' : 'Lagos, NG',
      })
    expect(listNames((await network.as(me).listMembers({ q: 'LEEDS venue' })).members)).toHaveLength(3)
    expect(listNames((await network.as(me).listMembers({ type: 'media', q: 'lagos' })).members)).toEqual([
      'Venue 4',
    ])
    const first = await network.as(me).listMembers({ type: 'venue', limit: 3 })
    const second = await network
      .as(me)
      .listMembers({ type: 'venue', limit: 3, after: first.nextCursor ?? '' })
    expect([...listNames(first.members), ...listNames(second.members)]).toEqual(
      [0, 1, 2, 3, 4].map((n) => `Venue ${n}`),
    )
    expect(second.nextCursor).toBeNull()
  })

  test('each listed member includes the relation to the caller', async () => {
    const ada = await insertMember(db, { name: 'Ada' })
    const ben = await insertMember(db, { name: 'Ben' })
    const cleo = await insertMember(db, { name: 'Cleo' })
    await network.as(me).request({ id: ada })
    await network.as(ben).request({ id: me })
    await connect(db, cleo, me)
    const { members } = await network.as(me).listMembers({})
    expect(members.map(({ relation }) => relation.state)).toEqual(['requested', 'incoming', 'connected'])
  })

  test('suggests members with the most in common first, shared events before shared connections, with the reason', async () => {
    const friend = await insertMember(db, { name: 'Friend' })
    const other = await insertMember(db, { name: 'Other friend' })
    await connect(db, me, friend)
    await connect(db, other, me)
    const one = await insertMember(db, { name: 'One in common' })
    const two = await insertMember(db, { name: 'Two in common' })
    await connect(db, one, friend)
    await connect(db, friend, two)
    await connect(db, two, other)
    const played = await insertMember(db, { name: 'Played once' })
    const plays = await insertMember(db, { name: 'Plays with me' })
    const runs = await insertMember(db, { name: 'Runs it' })
    await insertMember(db, { name: 'Nothing in common' })
    await insertEvent(db, { title: 'Old Hall', at: at(-30), bill: [me, played, plays] })
    await insertEvent(db, { title: 'Low Ceiling', at: at(9), bill: [me, plays], organizer: runs })
    await insertEvent(db, { title: 'A draft', at: at(3), bill: [me, one], status: 'draft' })
    const { members } = await network.as(me).listMembers({ show: 'suggested' })
    expect(members.map(({ person, reason }) => [person.fullName, reason])).toEqual([
      ['Plays with me', 'You’re both playing Low Ceiling'],
      ['Runs it', 'You’re both part of Low Ceiling'],
      ['Played once', 'You both played Old Hall'],
      ['Two in common', '2 shared connections'],
      ['One in common', '1 shared connection'],
    ])
    const first = await network.as(me).listMembers({ show: 'suggested', limit: 2 })
    const rest = await network.as(me).listMembers({ show: 'suggested', after: first.nextCursor ?? '' })
    expect(listNames([...first.members, ...rest.members])).toEqual(listNames(members))
  })

  test('does not suggest people with a request, a decline or a block', async () => {
    const friend = await insertMember(db)
    await connect(db, me, friend)
    const people = [await insertMember(db), await insertMember(db), await insertMember(db)] as const
    for (const person of people) await connect(db, person, friend)
    await network.as(me).request({ id: people[0] })
    const { connectionId } = await network.as(people[1]).request({ id: me })
    await network.as(me).decline({ id: connectionId ?? '' })
    await network.as(me).block({ id: people[2] })
    expect((await network.as(me).listMembers({ show: 'suggested' })).members).toEqual([])
  })
})

test('the member types in the code equal those in the database', async () => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'user_member_types_member_type_check'`.execute(
    db,
  )
  const known = [...(rows[0]?.text ?? '').matchAll(/'(\w+)'/g)].map(([, type]) => type)
  expect(new Set(known)).toEqual(new Set(MEMBER_TYPES))
})
