import { sql } from 'kysely'
import type { Database } from '~/database/connect'

const TABLES = ['accounts', 'profiles', 'invitations', 'bookings', 'audit_log']

const FIRST = ['Ada', 'Kit', 'Mara', 'Juno', 'Temi', 'Sofia', 'Owen', 'Ilse']
const LAST = ['Okafor', 'Brandt', 'Voss', 'Lind', 'Marlowe', 'Faulk', 'Adeyemi']
const PORTION = 1000
const LETTERS = 'bcdfghjklmnpqrst'

/**
 * Returns a unique name. Its letters follow no pattern, because consecutive numbers share most digits and would match
 * each other in a search.
 */
export function nameAt(n: number): string {
  const figures = ((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')
  return Array.from(figures, (figure) => LETTERS[Number.parseInt(figure, 16)]).join('')
}

/** Returns the id of person `n`, counted from one. */
export function personAt(n: number): string {
  return `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
}

/**
 * Fills a site with `size` people, with an invite code, a booking and a log entry per person. Each person invited
 * five others. Each has a unique name and email address (`nameAt`), and an invite code with the person's number, so
 * that a search can target one person.
 */
export async function fillSite(db: Database, size: number, now: Date): Promise<void> {
  const id = (n: string) => sql`('00000000-0000-7000-8000-' || lpad(${sql.raw(n)}::text, 12, '0'))::uuid`
  const number = (n: string) => sql`lpad(${sql.raw(n)}::text, 7, '0')`
  const own = sql`translate(lpad(to_hex(n * 2654435761 % 4294967296), 8, '0'), '0123456789abcdef', ${LETTERS})`
  // People with lower numbers joined earlier.
  const since = sql`${now}::timestamptz - (${size}::int - n) * interval '1 minute'`
  const people = sql`generate_series(1, ${size}::int) n`
  const restoreIndexes = await dropIndexes(db)
  await sql`insert into accounts (id, email, created_at)
    select ${id('n')}, ${own} || '@site.example', ${since} from ${people}`.execute(db)
  await sql`insert into profiles (id, full_name, email, is_verified, created_at)
    select ${id('n')}, (${FIRST}::text[])[n % 8 + 1] || ' ' || (${LAST}::text[])[n % 7 + 1] || ' ' || ${own},
      ${own} || '@site.example', n % 4 <> 0, ${since} from ${people}`.execute(db)
  await sql`insert into user_roles (user_id, role)
    select ${id('n')}, case when n = 1 then 'admin' when n <= 30 then 'moderator' else 'user' end from ${people}`.execute(
    db,
  )
  await sql`update accounts set suspended_until = ${now}::timestamptz + interval '1 day'
    where id in (select ${id('n')} from generate_series(51, 55) n)`.execute(db)
  // Nine of ten invite codes were used; five codes were revoked long ago.
  const status = sql`case when n between 40 and 44 then 'revoked' when n % 10 <> 0 then 'used' when n % 20 = 0 then 'pending' else 'expired' end`
  // Inserts people in batches: each insert updates the counts of their inviters, and a row gets slow when one
  // transaction updates it thousands of times.
  for (let from = 2; from <= size; from += PORTION)
    await sql`insert into invitations (code, status, created_by, used_by, used_at, created_at, expires_at)
      select 'C' || ${number('n')}, status, ${id('(n / 5 + 1)')}, case status when 'used' then ${id('n')} end,
        case status when 'used' then ${since} end, ${since}, ${now}::timestamptz + interval '7 days'
      from (select n, ${status} as status from generate_series(${from}::int, ${Math.min(size, from + PORTION - 1)}::int) n) n
      order by n`.execute(db)
  await sql`insert into bookings (client_id, dj_id, event_date, ends_at, event_type, location, status, created_at)
    select ${id('n')}, ${id('(n % 50 + 1)')}, ${since}, ${since} + interval '3 hours', 'Club Night',
      case when n % 9 = 0 then 'Loom Hall, Glasgow' else 'The Cistern, Berlin' end, 'cancelled', ${since}
    from ${people} where n > 50`.execute(db)
  await sql`insert into audit_log (actor_id, action, subject_type, subject_id, details, created_at)
    select ${id('(n % 30 + 1)')}, case n % 5 when 0 then 'invitations.revoke' when 1 then 'chat.mute' else 'users.verify' end,
      case n % 5 when 0 then 'invitation' else 'person' end, ${id('n')}::text,
      case n % 5 when 0 then jsonb_build_object('code', 'C' || ${number('(n + 1)')}) else '{}' end, ${since}
    from ${people}`.execute(db)
  await restoreIndexes()
  await sql`vacuum analyze`.execute(db)
}

/**
 * Drops the search indexes, because updating them row by row costs more than everything else. Returns a function that
 * recreates them.
 */
async function dropIndexes(db: Database): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; made: string }>`
    select indexname as name, indexdef as made from pg_indexes
    where tablename = any (${TABLES}::text[]) and indexdef like '% USING gin %'`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db)
  return async () => {
    for (const { made } of rows) await sql.raw(made).execute(db)
  }
}
