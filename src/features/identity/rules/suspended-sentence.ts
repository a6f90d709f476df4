import { formatShortDate } from '~/lib/time'

/**
 * Says until when an account is suspended, why, and where to appeal. The date is in UTC, since the reader is not
 * signed in and has no known time zone.
 * @param contact an email address of the site where a person reads the messages
 */
export function formatSuspension(until: Date, reason: string | null, contact: string | undefined): string {
  const sentence = `This account is suspended until ${formatShortDate(until, 'UTC')}.`
  const reasonText = reason === null ? '' : ` Reason: ${reason.replace(/[.\s]+$/u, '')}.`
  return `${sentence}${reasonText}${contact === undefined ? '' : ` To appeal, write to ${contact}.`}`
}
