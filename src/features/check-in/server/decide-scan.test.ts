import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { decideScan, type CheckInOutcome } from '../rules/decide-scan'
import { getCheckInWindow } from '../rules/check-in-window'
import { storeCheckIns } from './store-check-ins'
import { checkInRequest, insertEvent } from '~tests/support/check-in-data'

// An offline phone decides by the rule, and the database by its function. Both must decide the same.
let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const HOUR = 3_600_000
const starts = { soon: HOUR, 'in two days': 48 * HOUR, 'three days ago': -72 * HOUR } as const
const states = ['on', 'no_date', 'cancelled'] as const
const statuses = ['valid', 'refunded', 'cancelled'] as const
const cases = Object.keys(starts).flatMap((start) =>
  states.map((state) => [start as keyof typeof starts, state] as const),
)

test.each(cases)(
  'for an event that begins %s and is %s, phone and database decide the same for every ticket',
  async (start, state) => {
    const startsAt = new Date(Date.now() + starts[start])
    const event = await insertEvent(db, { tickets: 12, date: startsAt })
    const decisions: { stored: CheckInOutcome; rule: CheckInOutcome; of: string }[] = []
    const window = getCheckInWindow({ startsAt, doorsAt: null, endsAt: null })
    const combinations = statuses.flatMap((status) =>
      [false, true].flatMap((isOldCode) =>
        [false, true].map((admitAnyway) => ({ status, isOldCode, admitAnyway })),
      ),
    )
    await sql`alter table events disable trigger events_transition`.execute(db)
    await sql`update events set event_status = ${{ on: 'published', no_date: 'postponed', cancelled: 'cancelled' }[state]},
    is_date_open = ${state === 'no_date'} where id = ${event.eventId}`.execute(db)
    for (const [index, { status, isOldCode, admitAnyway }] of combinations.entries()) {
      const { id, secret } = event.tickets[index] ?? { id: '', secret: '' }
      await sql`update tickets set status = ${status} where id = ${id}`.execute(db)
      if (isOldCode) await sql`update tickets set secret = gen_random_uuid() where id = ${id}`.execute(db)
      if (isOldCode)
        await sql`insert into ticket_transfers (ticket_id, to_email, token_hash, status, old_secret, settled_at)
        values (${id}, 'kit@nowhere.example', ${Buffer.from(id)}, 'accepted', ${secret}, now())`.execute(db)
      let inside = 0
      for (const round of [1, 2]) {
        const [result] = await storeCheckIns(db, event.eventId, [
          checkInRequest(event, { kind: 'code', secret, admitAnyway }),
        ])
        const { outcome: word, counted } = decideScan({
          event: { state, opensAt: window.opensAt.getTime(), closesAt: window.closesAt.getTime() },
          holder: { status, size: 1, inside, isOldCode },
          scan: { at: Date.now(), people: 1, admitAnyway },
        })
        decisions.push({
          stored: result?.outcome ?? 'unknown',
          rule: word,
          of: `${status} ${isOldCode} ${admitAnyway} ${round}`,
        })
        inside += counted
      }
    }
    expect(decisions.filter(({ stored, rule }) => stored !== rule)).toEqual([])
  },
)
