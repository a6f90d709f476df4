import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'

const DJS_PER_PROMOTER = 100

/**
 * Creates `pg_temp.large_id(kind, n)`, which derives every id from a number, so that sets can reference each other
 * without a join.
 */
export async function createLargeId(trx: Transaction): Promise<void> {
  await sql`
    create function pg_temp.large_id(kind text, n bigint) returns uuid language sql immutable as $$
      select overlay(overlay(md5(kind || n) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid
    $$`.execute(trx)
}

/**
 * Inserts DJs for Discover benchmarks in the transaction of seedLarge, using its `pg_temp.large_id`. Some words are in
 * many profiles (one of three genres, one of forty cities), some in one (the number in the DJ name), and a few DJs
 * joined at the same instant.
 */
export async function insertDjs(trx: Transaction, count: number, now: Date): Promise<void> {
  if (count === 0) return
  const promoters = Math.ceil(count / DJS_PER_PROMOTER)
  await insertAccounts(trx, 'promoter', promoters, now)
  await sql`
    insert into profiles (id, full_name, email, created_at)
    select pg_temp.large_id('promoter', n), 'Promoter ' || n, 'promoter-' || n || '@large.example', ${now}
    from generate_series(0, ${promoters}::bigint - 1) n`.execute(trx)
  await insertAccounts(trx, 'dj', count, now)
  await sql`
    insert into profiles (id, full_name, email, dj_name, genres, location, bio, rate_cents, availability_days, is_dj, created_at)
    select pg_temp.large_id('dj', n),
      (array['Mila','Jonas','Ada','Femi','Ilse','Kit','Nova','Temi','Owen','Sofia','Tariq','Lena','Bo','Yara','Zeno','Ines','Marek',
        'Priya','Hugo','Wanda'])[1 + n % 20] || ' ' ||
      (array['Okafor','Brandt','Reyes','Marlowe','Adeyemi','Lindqvist','Castellan','Nowak','Iyer','Thorne','Vasquez','Holm','Duarte',
        'Achterberg','Quill','Sato','Farrow'])[1 + n / 20 % 17],
      'dj-' || n || '@large.example',
      case when n % 3 = 0 then
        (array['Copper','Velvet','Static','Hollow','Midnight','Salt','Paper'])[1 + n / 3 % 7] || ' ' || lpad(n::text, 7, '0') end,
      case when n % 4 = 0 then array[genre, other] else array[genre] end,
      (array['Berlin, DE','London, UK','Leeds, UK','Amsterdam, NL','Lagos, NG','Melbourne, AU','Lisbon, PT','Warsaw, PL','Porto, PT',
        'Oslo, NO','Malmö, SE','Glasgow, UK','Lyon, FR','Turin, IT','Ghent, BE','Kyoto, JP','Montréal, CA','Detroit, US','Chicago, US',
        'Austin, US','Bogotá, CO','Lima, PE','Accra, GH','Nairobi, KE','Durban, ZA','Tbilisi, GE','Riga, LV','Vilnius, LT','Zagreb, HR',
        'Sofia, BG','Athens, GR','Izmir, TR','Haifa, IL','Mumbai, IN','Hanoi, VN','Manila, PH','Perth, AU','Dunedin, NZ','Quito, EC',
        'Bergen, NO'])[1 + n / 7 % 40],
      'Plays three hours or more, and carries the records in.', 40000 + n % 50 * 2000, '{5,6}', true,
      ${now}::timestamptz - interval '3 years' + n / 5 * (interval '3 years' / (${count}::bigint / 5 + 1))
    from (
      select n, genres[1 + n % 6] as genre, genres[1 + (n + 1) % 6] as other
      from generate_series(0, ${count}::bigint - 1) n,
        (select array['Techno','House','Hard House','Progressive House','Deep House','Trance'] as genres) listed
    ) planned`.execute(trx)
  for (const [kind, type, size] of [
    ['promoter', 'promoter', promoters],
    ['dj', 'dj', count],
  ] as const) {
    await sql`
      insert into user_member_types (user_id, member_type)
      select pg_temp.large_id(${kind}, n), ${type} from generate_series(0, ${size}::bigint - 1) n`.execute(
      trx,
    )
    await sql`
      insert into user_roles (user_id, role)
      select pg_temp.large_id(${kind}, n), 'user' from generate_series(0, ${size}::bigint - 1) n`.execute(trx)
  }
}

async function insertAccounts(trx: Transaction, kind: string, count: number, now: Date): Promise<void> {
  await sql`
    insert into accounts (id, email, email_verified_at, created_at)
    select pg_temp.large_id(${kind}, n), ${`${kind}-`} || n || '@large.example', ${now}, ${now}
    from generate_series(0, ${count}::bigint - 1) n`.execute(trx)
}

/** Inserts up to six past bookings per DJ of insertDjs, a week apart, each with the promoter's review. */
export async function insertPastBookings(trx: Transaction, count: number, now: Date): Promise<void> {
  if (count === 0) return
  await sql`
    insert into bookings (id, client_id, dj_id, event_date, ends_at, event_type, location, status, fee_cents, completed_at, created_at)
    select pg_temp.large_id('past', n * 7 + back), pg_temp.large_id('promoter', n / ${DJS_PER_PROMOTER}), pg_temp.large_id('dj', n),
      at, at + interval '3 hours', 'Club Night', 'Hall ' || 1 + n % 400, 'completed', 50000, at + interval '3 hours',
      at - interval '40 days'
    from generate_series(0, ${count}::bigint - 1) n
    cross join lateral generate_series(1, n % 7) back
    cross join lateral (select ${now}::timestamptz - back * interval '7 days' as at) past`.execute(trx)
  await sql`
    insert into reviews (booking_id, author_id, subject_id, rating, body, published_at, created_at)
    select b.id, b.client_id, b.dj_id, 3 + length(b.location) % 3, 'On time, and the floor stayed.', b.ends_at + interval '2 days',
      b.ends_at + interval '1 day'
    from bookings b where b.id in (
      select pg_temp.large_id('past', n * 7 + back)
      from generate_series(0, ${count}::bigint - 1) n cross join lateral generate_series(1, n % 7) back)`.execute(
    trx,
  )
}
