import { sql } from 'kysely'
import type { SampleCounts } from '../../contract-sample'
import type { Database } from '~/database/connect'
import { calls } from '../call-implementer'
import { confirmIdentity } from '../users/confirm-identity'
import { removeSample } from './remove-sample'

const { counts, remove } = calls.sample

export const sampleCalls = {
  counts: counts.handler(({ context }) => countSample(context.db)),
  remove: remove.handler(async ({ context, input }) => {
    await confirmIdentity(context, input.password)
    return removeSample(context)
  }),
}

/** Counts the sample data that would be removed, and the data of real people that would be lost with it. */
async function countSample(db: Database): Promise<SampleCounts> {
  const { rows } = await sql<SampleCounts>`
    with people as (
      select p.id from profiles p where is_sample
        and not exists (select from user_roles r where r.user_id = p.id and r.role = 'admin')
    )
    select
      (select count(*) from events where is_sample) as events,
      (select count(*) from people) as people,
      (select count(*) from tickets t join events e on e.id = t.event_id join profiles c on c.id = t.customer_id
        where (e.is_sample or e.organizer_id in (select id from people)) and not c.is_sample and t.status = 'valid') as "realTickets",
      (select count(*) from bookings b join profiles c on c.id = b.client_id join profiles d on d.id = b.dj_id
        where b.client_id in (select id from people) and not d.is_sample
          or b.dj_id in (select id from people) and not c.is_sample) as "realBookings"`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('count query returned no row')
  return counts
}
