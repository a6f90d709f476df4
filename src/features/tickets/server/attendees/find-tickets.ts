import { type RawBuilder, sql } from 'kysely'
import { isEmail, normalizeEmail } from '~/lib/email'
import { toLikePattern, splitSearchWords } from '~/lib/search-words'
import type { AttendeeFilter } from '../../contract-attendees'

export interface TicketSearch {
  eventId: string
  q?: string | undefined
  filter: AttendeeFilter
}

// Up to this many matching orders, the search starts from the orders. With more orders, nearly every ticket matches,
// so the next few pages of tickets contain enough matches.
const RARE_ORDERS = 1_000
// How many pages to search before using the word index. Searching them takes 1 ms. The index takes 10 ms for a word
// that 50,000 buyers share.
const PAGES_NEARBY = 4

interface Walk {
  from: string | undefined
  isBackwards: boolean
  most: number
}

/**
 * Selects the ids of an event's tickets, starting after a ticket. Each filter starts from its smallest index: a search
 * from `orders_buyer_search`, complimentary tickets from their orders, refunds from the partial index of refunded
 * tickets. The ids of a search are an array, so that the planner looks them up instead of scanning the tickets for
 * them.
 */
export function selectTickets({ eventId, q = '', filter }: TicketSearch, walk: Walk): RawBuilder<unknown> {
  const address = normalizeEmail(q)
  if (isEmail(address))
    return selectPage(
      eventId,
      filter,
      walk,
      sql`k.id = any(array(${selectTicketsByAddress(eventId, address)}))`,
    )
  const terms = splitSearchWords(q)
  return terms.length === 0
    ? selectPage(eventId, filter, walk)
    : sql`with rare as materialized (${selectOrders(eventId, terms)} limit ${sql.lit(RARE_ORDERS + 1)})
      select id from (
        ${selectPage(eventId, filter, walk, sql`(select count(*) <= ${sql.lit(RARE_ORDERS)} from rare) and k.id = any(array(${selectTicketsByTerms(eventId, terms)}))`)}
      ) rarely
      union all
      select id from (
        ${selectPage(eventId, filter, walk, sql`(select count(*) > ${sql.lit(RARE_ORDERS)} from rare) and ${matchTicket(terms)}`)}
      ) commonly`
}

/**
 * Selects the same ids as `selectTickets`, but only from the next few pages of tickets. If they fill the page, the word
 * index isn't needed. Undefined without a search, or if the search is an email address, whose index is always fast.
 */
export function selectTicketsNearby(
  { eventId, q = '', filter }: TicketSearch,
  walk: Walk,
): RawBuilder<unknown> | undefined {
  const terms = splitSearchWords(q)
  if (terms.length === 0 || isEmail(normalizeEmail(q))) return undefined
  return sql`select k.id from (${selectPage(eventId, filter, { ...walk, most: walk.most * PAGES_NEARBY })}) nearby
    join tickets k on k.id = nearby.id where ${matchTicket(terms)}
    order by k.id ${walk.isBackwards ? sql`` : sql`desc`} limit ${walk.most}`
}

function selectPage(
  eventId: string,
  filter: AttendeeFilter,
  { from, isBackwards, most }: Walk,
  search: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const start =
    from === undefined ? sql`true` : isBackwards ? sql`k.id > ${from}::uuid` : sql`k.id < ${from}::uuid`
  return sql`select k.id from tickets k
    where k.event_id = ${eventId}::uuid and ${isInFilter(filter)} and ${start} and ${search}
    order by k.id ${isBackwards ? sql`` : sql`desc`} limit ${most}`
}

function isInFilter(filter: AttendeeFilter): RawBuilder<unknown> {
  if (filter === 'checked_in') return sql`k.checked_in_at is not null`
  if (filter === 'not_checked_in') return sql`k.status = 'valid' and k.checked_in_at is null`
  if (filter === 'refunded') return sql`k.status <> 'valid'`
  if (filter === 'comp')
    return sql`k.status = 'valid' and k.order_id in (select id from orders where event_id = k.event_id and is_comp)`
  return sql`true`
}

const buyerText = sql`fold_text(o.buyer_name || ' ' || o.buyer_email || ' ' || o.order_number)`
const holderText = sql`fold_text(k.holder_name || ' ' || coalesce(a.email, ''))`

function matchTerms(text: RawBuilder<unknown>, terms: readonly string[]): RawBuilder<unknown> {
  return sql.join(
    terms.map((word) => sql`${text} like ${toLikePattern(word)}`),
    sql` and `,
  )
}

function selectOrders(eventId: string, terms: readonly string[]): RawBuilder<unknown> {
  return sql`select o.id from orders o
    where o.event_id = ${eventId}::uuid and o.status in ('confirmed', 'refunded') and ${matchTerms(buyerText, terms)}`
}

/** Uses the index of full email addresses, because most trigrams of an address belong to a few email services. */
function selectTicketsByAddress(eventId: string, address: string): RawBuilder<unknown> {
  return sql`
    select k.id from orders o join tickets k on k.order_id = o.id
      where o.event_id = ${eventId}::uuid and o.status in ('confirmed', 'refunded') and lower(o.buyer_email) = ${address}
        and k.holder_name is null
    union all
    select k.id from tickets k join accounts a on a.id = k.customer_id
      where k.event_id = ${eventId}::uuid and k.holder_name is not null and a.email = ${address}`
}

/** Finds tickets by number, or by name and email of their buyer or, after a transfer, their holder. */
function selectTicketsByTerms(eventId: string, terms: readonly string[]): RawBuilder<unknown> {
  return sql`
    select k.id from rare join tickets k on k.order_id = rare.id where k.holder_name is null
    union all
    select k.id from tickets k left join accounts a on a.id = k.customer_id
      where k.event_id = ${eventId}::uuid and k.holder_name is not null and ${matchTerms(holderText, terms)}
    ${unionTicketsByNumber(eventId, terms)}`
}

function matchTicket(terms: readonly string[]): RawBuilder<unknown> {
  return sql`(case when k.holder_name is null
    then (select ${matchTerms(buyerText, terms)} from orders o where o.id = k.order_id)
    else ${matchTerms(sql`fold_text(k.holder_name || ' ' || coalesce((select email from accounts a where a.id = k.customer_id), ''))`, terms)} end
    or ${matchTicketNumber(terms) ?? sql`false`})`
}

function unionTicketsByNumber(eventId: string, terms: readonly string[]): RawBuilder<unknown> {
  const number = matchTicketNumber(terms)
  return number === undefined
    ? sql``
    : sql`union all select k.id from tickets k where k.event_id = ${eventId}::uuid and ${number}`
}

/**
 * Finds a full ticket number (TK-00FF-12345) by index. For a part of a number, all tickets of the event are scanned.
 */
function matchTicketNumber(terms: readonly string[]): RawBuilder<unknown> | undefined {
  if (terms.length !== 1) return undefined
  const number = (terms[0] ?? '').toUpperCase()
  if (/^TK-[\dA-F]{4,}-\d{5}$/u.test(number)) return sql`k.ticket_number = ${number}`
  if (/^(?:TK-)?[\dA-F-]{3,}$/u.test(number) && /\d/u.test(number))
    return sql`k.ticket_number like ${toLikePattern(number)}`
  return undefined
}
