import { formatCount } from '~/lib/count'

export interface SharedEvent {
  title: string
  isAhead: boolean
  /** True if both people play or host the event; false if one of them organizes it. */
  isPlayedByBoth: boolean
}

/** Describes what two people share: `You’re both playing Low Ceiling`, `14 shared connections`. */
export function describeSharedFacts(event: SharedEvent | null, mutualCount: number): string | null {
  if (event) return describeSharedEvent(event)
  return mutualCount > 0 ? formatMutualCount(mutualCount) : null
}

/** `1 shared connection`, `14 shared connections` */
export function formatMutualCount(count: number): string {
  return count === 1 ? '1 shared connection' : `${formatCount(count)} shared connections`
}

function describeSharedEvent({ title, isAhead, isPlayedByBoth }: SharedEvent): string {
  if (isPlayedByBoth) return isAhead ? `You’re both playing ${title}` : `You both played ${title}`
  return isAhead ? `You’re both part of ${title}` : `You were both part of ${title}`
}
