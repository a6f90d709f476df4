import { shareOf } from '~/lib/money'

/** Returns the deposit in cents that a DJ with this share asks for a fee; null without a fee or a share. */
export function depositOf(feeCents: number | null, percent: number | null): number | null {
  return feeCents === null || percent === null || percent === 0 ? null : shareOf(feeCents, percent * 100)
}
