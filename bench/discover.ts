import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { seedLarge } from './seed/seed-large'
import { listDjs } from '~/features/members/server/discover'
import { getDj } from '~/features/members/server/get-dj'
import type { Genre } from '~/features/members/rules/genre'
import { measureGrowth } from './harness/growth'
import { insist } from './harness/sale'
import { sizeArgument } from './harness/quick'

const CALLS = 100
const PAGE = 24
const now = new Date()

interface Reader {
  db: Database
  ids: string[]
  /** A cursor halfway down the list. */
  deep: string
  /** A member who has blocked thirty of the DJs. */
  member: string
}

async function fill(db: Database, djs: number): Promise<Reader> {
  await seedLarge(db, { events: 10, tickets: 10, djs, now })
  const people = await db
    .selectFrom('profiles')
    .select(['id', sql<number>`(extract(epoch from created_at) * 1000000)::bigint`.as('micros')])
    .where('is_dj', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const middle = people[Math.floor(people.length / 2)]
  insist(people.length === djs && middle !== undefined, `there are ${people.length} DJs`)
  const member = people.at(-1)?.id ?? ''
  await db
    .insertInto('blocks')
    .values(people.slice(10, 40).map(({ id }) => ({ blocker_id: member, blocked_id: id })))
    .execute()
  return {
    db,
    member,
    ids: people.slice(0, CALLS).map(({ id }) => id),
    deep: middle ? `${middle.micros.toString(36)}_${middle.id}` : '',
  }
}

type Search = {
  q?: string
  genre?: Genre
  isDeep?: boolean
  isMember?: boolean
  limit?: number
  finds: number
}

/**
 * Typical searches of Discover. Each finds the same number of DJs in the small and in the large database, because
 * rendering the rows dominates the cost.
 */
const searches: Record<string, Search> = {
  'first page': { finds: PAGE },
  'deep page': { isDeep: true, finds: PAGE },
  'first page, member': { isMember: true, finds: PAGE },
  genre: { genre: 'Deep House', finds: PAGE },
  'genre, deep': { genre: 'Trance', isDeep: true, finds: PAGE },
  'one letter': { q: 'o', finds: PAGE },
  'one sign, none': { q: '!', finds: 0 },
  'two letters': { q: 'an', finds: PAGE },
  'two letters, none': { q: 'qx', finds: 0 },
  'common word': { q: 'okafor', finds: PAGE },
  'common words': { q: 'brandt a e', finds: PAGE },
  'common word, genre': { q: 'berlin', genre: 'House', limit: 4, finds: 4 },
  'common word, deep': { q: 'brandt', isDeep: true, limit: 12, finds: 12 },
  'common word, member': { q: 'okafor', isMember: true, finds: PAGE },
  'rare word': { q: '0000756', finds: 1 },
  'rare words': { q: 'velvet 0000444', finds: 1 },
  'rare word, genre': { q: '0000756', genre: 'Techno', finds: 1 },
  none: { q: 'nothing-at-all', finds: 0 },
  'none, deep': { q: 'nobody', isDeep: true, finds: 0 },
  'none, genre': { q: 'qx', genre: 'House', finds: 0 },
}

const readings: Record<string, (reader: Reader, index: number) => Promise<void>> = {
  ...Object.fromEntries(
    Object.entries(searches).map(([name, { q, genre, isDeep, isMember, limit = PAGE, finds }]) => [
      name,
      async ({ db, deep, member }: Reader) => {
        const input = { q, genre, after: isDeep === true ? deep : undefined, limit }
        const { djs } = await listDjs(db, input, { id: isMember === true ? member : null })
        insist(djs.length === finds, `${name} finds ${djs.length}`)
      },
    ]),
  ),
  'page of a DJ': async ({ db, ids }, index) => {
    const id = ids[index % ids.length] ?? ''
    const dj = await getDj(db, id, { viewer: { id: null, isMember: false }, now })
    insist(dj.id === id, 'the DJ is missing')
  },
}

await measureGrowth({
  name: 'discover',
  small: 1_000,
  large: sizeArgument(100_000, 1_000),
  things: 'DJs',
  fill,
  calls: CALLS,
  readings,
})
