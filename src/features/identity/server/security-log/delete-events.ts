import type { Database } from '~/database/connect'
import { DEVICE_DAYS } from '../../rules/security-kinds'

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes security events older than `days`, and devices without a sign-in for 400 days. */
export async function deleteEvents(
  db: Database,
  { now, days }: { now: Date; days: number },
): Promise<{ events: number; devices: number }> {
  const subtractDays = (age: number) => new Date(now.getTime() - age * DAY_MS)
  const events = await db
    .deleteFrom('security_events')
    .where('at', '<', subtractDays(days))
    .executeTakeFirst()
  const devices = await db
    .deleteFrom('known_devices')
    .where('last_used_at', '<', subtractDays(DEVICE_DAYS))
    .executeTakeFirst()
  return { events: Number(events.numDeletedRows), devices: Number(devices.numDeletedRows) }
}
