import { formatDollars } from '~/lib/money'
import { formatShortDay } from '~/lib/time'
import type { NoticeFacts } from './notice-facts'
import type { NoticeKind } from './notice-kind'

/** A piece of a sentence; the strong ones are what one scans for. */
export interface WordsPart {
  text: string
  isStrong: boolean
}

const strong = (text: string): WordsPart => ({ text, isStrong: true })
const plain = (text: string): WordsPart => ({ text, isStrong: false })

/** A list is scanned: the whole note stands where it is answered. */
const NOTE_MAX = 120

/**
 * What happened, in one sentence without a full stop. `actorName` null: it happened by itself. Days are of the place's
 * zone. Joined, the parts read as the sentence.
 */
export function noticeWords(kind: NoticeKind, actorName: string | null, facts: NoticeFacts): WordsPart[] {
  const who = strong(actorName ?? 'Somebody')
  const night = nightOf(facts)
  switch (kind) {
    case 'connection_request': {
      const note = shorten(facts.note ?? '')
      return [who, plain(` wants to connect${note && `: “${note}”`}`)]
    }
    case 'connection_accepted':
      return [who, plain(' accepted. You are connected now')]
    case 'booking_request':
      return isNumber(facts.feeCents) ? offer(who, facts) : [who, plain(` asks you to play${onDay(facts)}`)]
    case 'booking_offer':
      return isNumber(facts.feeCents)
        ? offer(who, facts)
        : [who, plain(` suggests other terms${forDay(facts)}`)]
    case 'booking_agreed':
      return actorName === null ? [...night, plain(' is agreed')] : [who, plain(' agreed: '), ...night]
    case 'booking_declined':
      return actorName === null ? [...night, plain(' was declined')] : [who, plain(' declined '), ...night]
    case 'booking_cancelled':
      return actorName === null ? [...night, plain(' is cancelled')] : [who, plain(' cancelled '), ...night]
    case 'booking_expired':
      return [...night, plain(' expired without an answer')]
    case 'booking_completed':
      return [plain('How was '), ...night, plain('?'), ...(actorName === null ? [] : review(who))]
    case 'review_published':
      return [who, plain(` gave you ${stars(facts)}`), ...about(facts)]
  }
}

/** The same as one text. */
export function joinWords(parts: readonly WordsPart[]): string {
  return parts.map(({ text }) => text).join('')
}

function offer(who: WordsPart, facts: NoticeFacts): WordsPart[] {
  const verb = facts.youPlay === undefined ? ' offers ' : facts.youPlay ? ' offers you ' : ' asks '
  return [who, plain(verb), strong(formatDollars(facts.feeCents ?? 0)), plain(forDay(facts))]
}

function review(who: WordsPart): WordsPart[] {
  return [plain(' Write a review of '), who]
}

function nightOf(facts: NoticeFacts): WordsPart[] {
  return [strong(facts.title || 'A booking'), plain(onDay(facts))]
}

function about({ title }: NoticeFacts): WordsPart[] {
  return title ? [plain(' for '), strong(title)] : []
}

function stars({ rating }: NoticeFacts): string {
  return isNumber(rating) ? `${rating} of 5` : 'a review'
}

function onDay(facts: NoticeFacts): string {
  const day = findDay(facts)
  return day === undefined ? '' : ` on ${day}`
}

function forDay(facts: NoticeFacts): string {
  const day = findDay(facts)
  return day === undefined ? '' : ` for ${day}`
}

function findDay({ startsAt, timezone }: NoticeFacts): string | undefined {
  return startsAt ? formatShortDay(startsAt, timezone || 'UTC') : undefined
}

function shorten(note: string): string {
  const line = note.replaceAll(/\s+/g, ' ').trim()
  return line.length <= NOTE_MAX ? line : `${line.slice(0, NOTE_MAX - 1).trimEnd()}…`
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number'
}
