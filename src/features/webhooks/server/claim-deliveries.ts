import { sql } from 'kysely'
import type { Database } from '~/database/connect'

/** Longer than an attempt. If the process ends during one, the message is sent again after this time. */
const LEASE_MS = 60_000

export interface ClaimedDelivery {
  id: string
  endpointId: string
  kind: string
  payload: Record<string, unknown>
  createdAt: Date
  /** Including this one. */
  attempts: number
  url: string
  secretSealed: Buffer
  /** Null once the previous secret no longer signs. */
  previousSecretSealed: Buffer | null
}

interface Claim {
  /** Whether to claim for endpoints whose last attempt failed, or for the others. */
  isFailing: boolean
  slots: number
  perEndpoint: number
  /** Requests of this process that are running, by endpoint. */
  running: ReadonlyMap<string, number>
  now: Date
}

/**
 * Reserves due messages for this process, the oldest of each endpoint first. Another process skips them until the lease
 * ends, so that a message is never sent twice at the same time.
 */
export async function claimDeliveries(
  db: Database,
  { isFailing, slots, perEndpoint, running, now }: Claim,
): Promise<ClaimedDelivery[]> {
  if (slots <= 0) return []
  const leaseEnd = new Date(now.getTime() + LEASE_MS)
  const { rows } = await sql<ClaimedDelivery>`
    update webhook_deliveries d set attempts = d.attempts + 1, last_attempt_at = ${now}::timestamptz, next_attempt_at = ${leaseEnd}::timestamptz
    from (
      select d.id, w.url, w.secret_sealed, case when w.previous_secret_until > ${now}::timestamptz then w.previous_secret_sealed end as previous
      from (
        select w.*, ${perEndpoint}::integer - coalesce(b.count, 0) as free from webhook_endpoints w
        left join unnest(${[...running.keys()]}::uuid[], ${[...running.values()]}::integer[]) b(id, count) on b.id = w.id
        where w.disabled_at is null and (w.failing_since is not null) = ${isFailing}
      ) w cross join lateral (
        select x.id from webhook_deliveries x where x.endpoint_id = w.id and x.next_attempt_at <= ${now}::timestamptz
        order by x.next_attempt_at limit greatest(w.free, 0) for update skip locked
      ) d limit ${slots}
    ) due where due.id = d.id
    returning d.id, d.endpoint_id as "endpointId", d.kind, d.payload, d.created_at as "createdAt", d.attempts,
      due.url, due.secret_sealed as "secretSealed", due.previous as "previousSecretSealed"`.execute(db)
  return rows
}
