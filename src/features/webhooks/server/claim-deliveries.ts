import { sql } from 'kysely'
import type { Database } from '~/database/connect'

/**
 * The time for which a message is reserved, longer than an attempt takes. If the process ends during an attempt, the
 * message is sent again after this time.
 */
const LEASE_MS = 60_000

/** Whether a message is reserved: its next attempt is at the end of the lease, which began with the last attempt. */
export function isReserved(row: { last_attempt_at: Date | null; next_attempt_at: Date | null }): boolean {
  const { last_attempt_at: startedAt, next_attempt_at: leaseEnd } = row
  return startedAt !== null && leaseEnd !== null && leaseEnd.getTime() - startedAt.getTime() === LEASE_MS
}

export interface ClaimedDelivery {
  id: string
  endpointId: string
  userId: string
  kind: string
  payload: Record<string, unknown>
  createdAt: Date
  /** The number of attempts, including this one. */
  attempts: number
  url: string
  secretSealed: Buffer
  /** Null if there is no previous secret, or it no longer signs. */
  previousSecretSealed: Buffer | null
}

interface Claim {
  /** True to claim messages for failing endpoints; false to claim messages for the others. */
  isFailing: boolean
  slots: number
  perEndpoint: number
  /**
   * The maximum number of requests for all endpoints of a member, so that a few members with slow receivers don't use
   * all slots.
   */
  perUser: number
  /** The endpoint and the owner of each running request of this process. */
  running: readonly Pick<ClaimedDelivery, 'endpointId' | 'userId'>[]
  /** The ids of failing endpoints that are paused and get no request for now. */
  resting: readonly string[]
  now: Date
}

/**
 * Reserves due messages for this process, starting with those that have been due longest. Other processes skip a
 * reserved message until its lease ends, so that no message is sent twice at the same time. Messages of suspended
 * members stay due.
 */
export async function claimDeliveries(
  db: Database,
  { isFailing, slots, perEndpoint, perUser, running, resting, now }: Claim,
): Promise<ClaimedDelivery[]> {
  if (slots <= 0) return []
  const leaseEnd = new Date(now.getTime() + LEASE_MS)
  const { rows } = await sql<ClaimedDelivery>`
    with running as (
      select * from unnest(${running.map(({ endpointId }) => endpointId)}::uuid[], ${running.map(({ userId }) => userId)}::uuid[]) r(endpoint_id, user_id)
    ), candidates as (
      select x.id, x.next_attempt_at, w.user_id, w.url, w.secret_sealed,
        case when w.previous_secret_until > ${now}::timestamptz then w.previous_secret_sealed end as previous,
        row_number() over (partition by w.user_id order by x.next_attempt_at, x.id) as place
      from webhook_endpoints w join accounts a on a.id = w.user_id cross join lateral (
        select d.id, d.next_attempt_at from webhook_deliveries d
        where d.endpoint_id = w.id and d.next_attempt_at <= ${now}::timestamptz order by d.next_attempt_at
        limit greatest(${perEndpoint}::integer - (select count(*) from running r where r.endpoint_id = w.id), 0)
      ) x
      where w.disabled_at is null and w.id <> all (${resting}::uuid[]) and (w.failing_since is not null) = ${isFailing}
        and (a.suspended_until is null or a.suspended_until <= ${now}::timestamptz)
    ), due as (
      select c.* from candidates c join webhook_deliveries d on d.id = c.id
      where c.place <= ${perUser}::integer - (select count(*) from running r where r.user_id = c.user_id)
        and d.next_attempt_at <= ${now}::timestamptz
      order by c.next_attempt_at limit ${slots} for update of d skip locked
    )
    update webhook_deliveries d set attempts = d.attempts + 1, last_attempt_at = ${now}::timestamptz, next_attempt_at = ${leaseEnd}::timestamptz
    from due where due.id = d.id
    returning d.id, d.endpoint_id as "endpointId", due.user_id as "userId", d.kind, d.payload, d.created_at as "createdAt", d.attempts,
      due.url, due.secret_sealed as "secretSealed", due.previous as "previousSecretSealed"`.execute(db)
  return rows
}
