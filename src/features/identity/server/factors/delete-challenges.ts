import type { Database } from '~/database/connect'

const HOUR_MS = 60 * 60 * 1000

/** Deletes expired challenges, factors that have been unverified for a day, and expired trusted browsers. */
export async function deleteChallenges(
  db: Database,
  now: Date,
): Promise<{ challenges: number; factors: number; browsers: number }> {
  const subtractHours = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const challenges = await db
    .deleteFrom('auth_challenges')
    .where('expires_at', '<', subtractHours(1))
    .executeTakeFirst()
  const factors = await db
    .deleteFrom('auth_factors')
    .where('status', '=', 'unverified')
    .where('created_at', '<', subtractHours(24))
    .executeTakeFirst()
  const browsers = await db.deleteFrom('trusted_browsers').where('expires_at', '<', now).executeTakeFirst()
  return {
    challenges: Number(challenges.numDeletedRows),
    factors: Number(factors.numDeletedRows),
    browsers: Number(browsers.numDeletedRows),
  }
}
