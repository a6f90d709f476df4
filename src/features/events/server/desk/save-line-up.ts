import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { signedIn } from '~/platform/rpc/context'
import type { SlotInput } from '../../contract-desk-shapes'
import { mayDo } from '../../rules/event-policy'
import type { FieldProblem } from '../../rules/night-times'
import { type SetTimes, toSetTimes } from '../../rules/set-times'
import type { OwnEvent } from '../own-event'
import { changeEvent, countSave, type DeskContext, type Saved } from './change-event'
import { findByIds } from './find-members'
import { nightOf } from './get-draft'
import { type DraftRow, readDraft } from './read-draft'
import { invalid, notFound, notNow } from './refusal'

interface Slot extends SetTimes {
  djId: string | null
  name: string
  billing: SlotInput['billing']
  bookingId: string | null
}

/**
 * Writes the whole bill anew, in this order. Whoever stood on it stays without being looked up again, with the booking that they came
 * from. @throws NOT_FOUND, CHANGED, INVALID, NOT_NOW
 */
export async function saveLineUp(
  context: DeskContext,
  { id, version, slots }: { id: string; version: number; slots: readonly SlotInput[] },
): Promise<Saved> {
  const byId = signedIn(context).id
  const { saved, hostBefore } = await changeEvent(
    context,
    { id, act: 'edit', version },
    async (trx, event) => {
      if (event.status === 'cancelled') throw notNow('This event is cancelled. Its bill stays as it was.')
      const before = await readDraft(trx, id)
      if (!before) throw notFound()
      const bill = await readSlots(trx, { before, slots, byId })
      const joined = before.line_up.flatMap(({ bookingId }) => bookingId ?? [])
      await writeBill(trx, id, { bill, before: joined })
      await setHost(trx, event)
      return { saved: await countSave(trx, { id, byId, now: context.now() }), hostBefore: before.host_id }
    },
  )
  // Who hosts no longer sees it go.
  context.live.publish([hostBefore], ['events'])
  return saved
}

async function readSlots(
  trx: Transaction,
  { before, slots, byId }: { before: DraftRow; slots: readonly SlotInput[]; byId: string },
): Promise<Slot[]> {
  const standing = new Map(
    before.line_up.flatMap((slot) => (slot.djId === null ? [] : [[slot.djId, slot.name]])),
  )
  const asked = slots.flatMap(({ djId }) => (djId && !standing.has(djId) ? [djId] : []))
  const found = await findByIds(trx, byId, asked)
  // A DJ with two sets came from one booking, and it stands at the first of them.
  const bookings = new Map(
    before.line_up.flatMap((slot) => (slot.djId && slot.bookingId ? [[slot.djId, slot.bookingId]] : [])),
  )
  const problems: FieldProblem[] = []
  const bill = slots.map((slot, at): Slot => {
    const times = toSetTimes(slot, { night: nightOf(before), timezone: before.timezone, at })
    if ('problem' in times) problems.push(times.problem)
    const djId = slot.djId || null
    const name = djId === null ? slot.name : (standing.get(djId) ?? found.get(djId))
    if (name === undefined)
      problems.push({ path: `slots.${at}.djId`, message: 'This member cannot be found any more.' })
    const bookingId = (djId !== null && bookings.get(djId)) || null
    if (djId !== null) bookings.delete(djId)
    const { startsAt, endsAt } = 'problem' in times ? { startsAt: null, endsAt: null } : times
    return { djId, name: name ?? '', billing: slot.billing, bookingId, startsAt, endsAt }
  })
  if (problems.length > 0) throw invalid(problems)
  return bill
}

async function writeBill(
  trx: Transaction,
  eventId: string,
  { bill, before }: { bill: readonly Slot[]; before: readonly string[] },
): Promise<void> {
  await trx.deleteFrom('line_up_slots').where('event_id', '=', eventId).execute()
  if (bill.length > 0)
    await trx
      .insertInto('line_up_slots')
      .values(
        bill.map((slot, at) => ({
          event_id: eventId,
          dj_id: slot.djId,
          name: slot.name,
          starts_at: slot.startsAt,
          ends_at: slot.endsAt,
          billing: at + 1,
          billed_as: slot.billing,
          booking_id: slot.bookingId,
        })),
      )
      .execute()
  const joined = bill.flatMap(({ bookingId }) => bookingId ?? [])
  // A booking leaves the event together with its line-up entry.
  await sql`
    update bookings set event_id = null
    where event_id = ${eventId}::uuid and id = any(${before}::uuid[]) and id <> all(${joined}::uuid[])`.execute(
    trx,
  )
}

/**
 * The host is the first headliner with an account, and with that reads how the night sells; nobody where there is none. That is the
 * organizer's to decide: a manager's save only lets go of a host who headlines no more.
 */
export async function setHost(trx: Transaction, event: OwnEvent): Promise<void> {
  const onlyWhoIs = mayDo(event.relations, 'team') ? sql`` : sql`and dj_id = events.dj_id`
  await sql`
    update events set dj_id = (
      select dj_id from line_up_slots
      where event_id = ${event.id}::uuid and billed_as = 'headline' and dj_id is not null ${onlyWhoIs}
      order by billing, id limit 1
    ) where id = ${event.id}::uuid`.execute(trx)
}
