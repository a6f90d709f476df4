import { sql } from 'kysely'
import type { Transaction } from '../connect'
import { accepted, declined, pending, views } from './texts/network'
import { insertRows } from './insert-rows'
import { personId } from './people'
import { seedId } from './random'

const DAY = 86_400_000

export async function seedNetwork(trx: Transaction, now: Date): Promise<void> {
  const rows = [
    ...accepted.map(([from, to]) => ({ from, to, status: 'accepted', note: null })),
    ...declined.map(([from, to]) => ({ from, to, status: 'declined', note: null })),
    ...pending.map(([from, to, note]) => ({ from, to, status: 'pending', note })),
  ].map(({ from, to, status, note }, n, all) => {
    // Oldest first, five days apart, the open requests in the last weeks.
    const askedAt = new Date(now.getTime() - (all.length - n) * 5 * DAY)
    return {
      id: seedId('connection', n),
      user_id: personId(from),
      connected_user_id: personId(to),
      status,
      note,
      created_at: askedAt,
      answered_at: status === 'pending' ? null : new Date(askedAt.getTime() + DAY),
    }
  })
  await insertRows(trx, 'connections', rows)
  for (const [key, count] of Object.entries(views))
    await sql`
      insert into profile_views (profile_id, viewer, viewed_on)
      select ${personId(key)}, 'demo-' || n, ${now.toISOString().slice(0, 10)}::date - (n * 7919 % 90)
      from generate_series(1, ${count}::int) n`.execute(trx)
}
