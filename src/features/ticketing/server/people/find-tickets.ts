import { type RawBuilder, sql } from 'kysely'
import { likePattern, searchWords } from '~/lib/search-words'
import type { AttendeeFilter } from '../../contract-people'
import type { AttendeePlace } from './attendee-cursor'

export interface Wanted {
  eventId: string
  q?: string | undefined
  filter: AttendeeFilter
}

/**
 * The ids of an event's tickets, from a ticket on. Each way starts from the fewest rows: what is searched for from the orders whose
 * buyers have the words (fewer than tickets, and no index on what buyers type slows a sale down), comps from their orders, what went back
 * from the few that did.
 */
export function findTickets(
  { eventId, q = '', filter }: Wanted,
  { from, isBackwards, most }: { from: AttendeePlace | undefined; isBackwards: boolean; most: number },
): RawBuilder<unknown> {
  const words = searchWords(q)
  const conditions = [
    ofFilter(filter),
    ...(words.length === 0 ? [] : [sql`k.id in (${matching(eventId, words)})`]),
    ...(from === undefined
      ? []
      : [isBackwards ? sql`k.id > ${from.id}::uuid` : sql`k.id < ${from.id}::uuid`]),
  ]
  return sql`select k.id from tickets k where k.event_id = ${eventId}::uuid and ${sql.join(conditions, sql` and `)}
    order by k.id ${isBackwards ? sql`` : sql`desc`} limit ${most}`
}

function ofFilter(filter: AttendeeFilter): RawBuilder<unknown> {
  if (filter === 'in') return sql`k.checked_in_at is not null`
  if (filter === 'not_in') return sql`k.status = 'valid' and k.checked_in_at is null`
  if (filter === 'refunded') return sql`k.status <> 'valid'`
  if (filter === 'comp')
    return sql`k.status = 'valid' and k.order_id in (select id from orders where event_id = k.event_id and is_comp)`
  return sql`true`
}

/** All words stand in the name and address of a buyer, or of whom a ticket was passed on to; or the one word is in a ticket's number. */
function matching(eventId: string, words: readonly string[]): RawBuilder<unknown> {
  const patterns = words.map(likePattern)
  const has = (text: RawBuilder<unknown>) =>
    sql.join(
      patterns.map((pattern) => sql`${text} like ${pattern}`),
      sql` and `,
    )
  const [number] = patterns
  const byNumber =
    words.length === 1 && /\d/u.test(words[0] ?? '')
      ? sql`union all select k.id from tickets k where k.event_id = ${eventId}::uuid and lower(k.ticket_number) like ${number}`
      : sql``
  return sql`
    select k.id from tickets k where k.order_id in (
        select o.id from orders o where o.event_id = ${eventId}::uuid and o.status in ('confirmed', 'refunded')
          and ${has(sql`lower(o.buyer_name || ' ' || o.buyer_email || ' ' || o.order_number)`)})
      and k.holder_name is null
    union all
    select k.id from tickets k left join accounts a on a.id = k.customer_id
      where k.event_id = ${eventId}::uuid and k.holder_name is not null
        and ${has(sql`lower(k.holder_name || ' ' || coalesce(a.email, ''))`)}
    ${byNumber}`
}
