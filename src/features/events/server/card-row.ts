import { type RawBuilder, sql } from 'kysely'
import type { Currency } from '~/lib/currency'
import type { TaxMode } from '~/lib/tax'
import {
  computeAddedFeeAndTax,
  type FeeTerms,
  computeShownCents,
} from '~/features/settings/rules/shown-price'
import type { EventCard } from '../contract'
import type { EventType } from '../rules/event-type'

export type CardRow = {
  id: string
  title: string
  event_type: EventType
  /** Microseconds since 1970: a Date would lose three digits, and paging would skip or repeat rows. */
  starts_at: number
  timezone: string
  venue_name: string
  location: string
  featured_image_url: string | null
  currency: Currency
  tax_mode: TaxMode
  tax_ppm: number
  from_cents: number
  /** If false, the price is paid at the entrance, without a fee. */
  has_ticket_types: boolean
  available: number
  host_name: string | null
}

/** Columns of a card; needs `e` (events) and `cardJoins`. */
export const cardColumns: RawBuilder<unknown> = sql`
  e.id, e.title, e.event_type, (extract(epoch from e.event_date) * 1000000)::bigint as starts_at, e.timezone,
  e.venue_name, e.location, e.featured_image_url, e.currency, e.tax_mode, e.tax_ppm,
  coalesce(t.lowest, e.ticket_price_cents, 0) as from_cents, t.lowest is not null as has_ticket_types,
  coalesce(t.available, e.tickets_available, 0)::int as available,
  h.display_name as host_name`

// A host whose booking is canceled isn't shown, unless the whole event is canceled. Hidden ticket types never count in
// public, and tickets reserved for the waitlist are not available.
export const cardJoins: RawBuilder<unknown> = sql`
  left join profiles h on h.id = e.dj_id and (e.event_status = 'cancelled' or not is_set_cancelled(e.id, e.dj_id))
  cross join lateral (
    select min(price_cents) as lowest,
      sum(case when waiting > 0 then 0 else quantity_total - quantity_sold - quantity_held end) as available
    from ticket_types where event_id = e.id and access_code is null
  ) t`

/** Returns the card of an event; `terms` is the price setting of the site. */
export function toCard(row: CardRow, terms: FeeTerms): EventCard {
  const shown = { ...terms, tax: { mode: row.tax_mode, ratePpm: row.tax_ppm } }
  const extras = computeAddedFeeAndTax(row.has_ticket_types ? row.from_cents : 0, shown)
  return {
    id: row.id,
    title: row.title,
    eventType: row.event_type,
    startsAt: new Date(Math.floor(row.starts_at / 1000)).toISOString(),
    timezone: row.timezone,
    venueName: row.venue_name,
    location: row.location,
    imageUrl: row.featured_image_url,
    currency: row.currency,
    fromCents: row.has_ticket_types ? computeShownCents(row.from_cents, shown) : row.from_cents,
    fromFeeCents: extras.feeCents,
    fromTaxCents: extras.taxCents,
    available: row.available,
    hostName: row.host_name,
  }
}
