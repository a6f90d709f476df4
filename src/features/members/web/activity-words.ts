import { formatCount } from '~/lib/count'
import { formatDollars } from '~/lib/money'
import type { Activity } from '../contract-shapes'

type Happened = { name: string; night: string; isOwn: boolean; amount: number | null }

const sentences: Record<Exclude<Activity['kind'], 'booking_step'>, (happened: Happened) => string> = {
  connected: ({ name }) => `You and ${name} are connected`,
  booking_confirmed: ({ name, night, amount }) => `You and ${name} agreed on ${night}${feeOf(amount)}`,
  booking_completed: ({ name, night }) => `${night} with ${name} is done`,
  review: ({ name, night, amount }) => `${name} reviewed ${night}: ${amount ?? 0} of 5 stars`,
  tickets_sold: ({ night, amount }) =>
    amount === 1 ? `1 ticket sold for ${night}` : `${formatCount(amount ?? 0)} tickets sold for ${night}`,
}

const steps: Record<NonNullable<Activity['step']>, (happened: Happened) => string> = {
  request: ({ name, night, isOwn, amount }) =>
    `${isOwn ? `You sent ${name}` : `${name} sent`} a request: ${night}${feeOf(amount)}`,
  offer: ({ name, night, isOwn, amount }) =>
    `${isOwn ? `You made ${name}` : `${name} made`} an offer: ${night}${feeOf(amount)}`,
  decline: (happened) => endedBy(happened, 'declined'),
  cancel: (happened) => endedBy(happened, 'cancelled'),
  expire: ({ name, night }) => `The request for ${night} with ${name} expired`,
}

/** M-04: what happened, in one sentence without its full stop. */
export function activityWords({ kind, person, isOwn, step, title, amount }: Activity): string {
  const happened = { name: person?.name ?? 'A member', night: title ?? 'a night', isOwn, amount }
  return kind === 'booking_step' ? steps[step ?? 'offer'](happened) : sentences[kind](happened)
}

function feeOf(cents: number | null): string {
  return cents === null ? '' : `, ${formatDollars(cents)}`
}

function endedBy({ name, night, isOwn }: Happened, how: string): string {
  return isOwn ? `You ${how} ${night} with ${name}` : `${name} ${how} ${night}`
}
