import { type RawBuilder, sql } from 'kysely'
import type { Amount } from '~/lib/amounts'

/**
 * SQL for the amounts of a query that has one row for each currency, with `currency`, `cents` and `entries`: the currency with
 * the most entries, such as orders, comes first.
 */
export const amountsColumn: RawBuilder<Amount[]> = sql`
  coalesce(json_agg(json_build_object('currency', currency, 'cents', cents) order by entries desc, currency), '[]')`
