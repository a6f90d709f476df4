import type { Database } from '../connect'
import { seedBookings } from './bookings'
import { seedChat } from './chat'
import { seedDesk } from './desk'
import { seedDoorActs } from './door-acts'
import { planEvents, seedEvents } from './events'
import { seedInvitations } from './invitations'
import { seedNetwork } from './network'
import { seedNotices } from './notices'
import { seedOrders } from './orders'
import { DEMO_PASSWORD, type DemoSignIn, seedPeople } from './people'
import { planOrders, soldSeats } from './plan-orders'
import { seedPromoCodes } from './promo-codes'
import { seedReports } from './reports'
import { seedTraffic } from './traffic'

/** Addresses of pictures that are stored already. */
export interface DemoPictures {
  /** By a person's key. */
  avatarUrls: ReadonlyMap<string, string>
  /** By an event's title. */
  eventImageUrls: ReadonlyMap<string, string>
}

export interface SeedOptions {
  now: Date
  hashPassword: (password: string) => Promise<string>
  pictures?: DemoPictures
}

const noPictures: DemoPictures = { avatarUrls: new Map(), eventImageUrls: new Map() }

/**
 * Fills an empty, migrated database with the demo, all or nothing. The same `now` gives the same rows, except for what must
 * not be guessed (ticket secrets, the salt of the password). Fails on a unique key when the demo is there already.
 */
export async function seedDemo(
  db: Database,
  { now, hashPassword, pictures: { avatarUrls, eventImageUrls } = noPictures }: SeedOptions,
): Promise<DemoSignIn[]> {
  // One hash for all: the password is printed at start, and hashing it fourteen times would take longer than the rest.
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const events = planEvents(now)
  const orders = planOrders(events, now)
  return db.transaction().execute(async (trx) => {
    const signIns = await seedPeople(trx, { now, passwordHash, avatarUrls })
    await seedInvitations(trx, now)
    await seedNetwork(trx, now)
    await seedEvents(trx, events, { sold: soldSeats(orders), imageUrls: eventImageUrls, now })
    await seedPromoCodes(trx, events, orders)
    await seedOrders(trx, orders)
    await seedDesk(trx, events, now)
    await seedDoorActs(trx)
    await seedTraffic(trx, now)
    await seedBookings(trx, { events, now })
    await seedReports(trx, now, await seedChat(trx, now))
    await seedNotices(trx, now)
    return signIns
  })
}
