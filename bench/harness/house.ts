import { sql } from 'kysely'
import type { Database } from '~/database/connect'

const FIRST = ['Ada', 'Kit', 'Mara', 'Juno', 'Temi', 'Sofia', 'Owen', 'Ilse']
const LAST = ['Okafor', 'Brandt', 'Voss', 'Lind', 'Marlowe', 'Faulk', 'Adeyemi']

/**
 * A house of `size` people who let each other in, five each, with a code, a booking and a line of the log per person.
 * Every person's number is in their name and address, every code's in the code, so that one can be looked for.
 */
export async function fillHouse(db: Database, size: number, now: Date): Promise<void> {
  const id = (n: string) => sql`('00000000-0000-7000-8000-' || lpad(${sql.raw(n)}::text, 12, '0'))::uuid`
  const number = (n: string) => sql`lpad(${sql.raw(n)}::text, 7, '0')`
  // The first of them came the longest ago.
  const since = sql`${now}::timestamptz - (${size}::int - n) * interval '1 minute'`
  const people = sql`generate_series(1, ${size}::int) n`
  await sql`insert into accounts (id, email, created_at)
    select ${id('n')}, 'person-' || ${number('n')} || '@house.example', ${since} from ${people}`.execute(db)
  await sql`insert into profiles (id, full_name, email, is_verified, created_at)
    select ${id('n')}, (${FIRST}::text[])[n % 8 + 1] || ' ' || (${LAST}::text[])[n % 7 + 1] || ' ' || ${number('n')},
      'person-' || ${number('n')} || '@house.example', n % 4 <> 0, ${since} from ${people}`.execute(db)
  await sql`insert into user_roles (user_id, role)
    select ${id('n')}, case when n = 1 then 'admin' when n <= 30 then 'moderator' else 'user' end from ${people}`.execute(
    db,
  )
  // What the triggers of the tree do per code is planned once for all: by these figures, not by those of an empty table.
  await sql`analyze`.execute(db)
  await sql`insert into invitations (code, status, created_by, used_by, used_at, created_at, expires_at)
    select 'C' || ${number('n')}, case n % 3 when 0 then 'used' when 1 then 'pending' else 'expired' end,
      ${id('(n / 5 + 1)')}, case when n % 3 = 0 then ${id('n')} end, case when n % 3 = 0 then ${since} end, ${since},
      ${now}::timestamptz + interval '7 days' from ${people} where n > 1 order by n`.execute(db)
  await sql`insert into bookings (client_id, dj_id, event_date, ends_at, event_type, location, status, created_at)
    select ${id('n')}, ${id('(n % 50 + 1)')}, ${since}, ${since} + interval '3 hours', 'Club Night',
      case when n % 9 = 0 then 'Loom Hall, Glasgow' else 'The Cistern, Berlin' end, 'cancelled', ${since}
    from ${people} where n > 50`.execute(db)
  await sql`insert into audit_log (actor_id, action, subject_type, subject_id, details, created_at)
    select ${id('(n % 30 + 1)')}, case n % 5 when 0 then 'invitations.revoke' when 1 then 'chat.mute' else 'users.verify' end,
      case n % 5 when 0 then 'invitation' else 'person' end, ${id('n')}::text,
      case n % 5 when 0 then jsonb_build_object('code', 'C' || ${number('(n + 1)')}) else '{}' end, ${since}
    from ${people}`.execute(db)
  await sql`analyze`.execute(db)
}
