import { formatShortDate } from '~/lib/time'

/**
 * Until when, in UTC since nobody is signed in whose zone could be asked, and why.
 * @param contact where people of the house read what is written to them
 */
export function suspendedSentence(until: Date, reason: string | null, contact: string | undefined): string {
  const said = `This account is suspended until ${formatShortDate(until, 'UTC')}.`
  const why = reason === null ? '' : ` Reason: ${reason.replace(/[.\s]+$/u, '')}.`
  return `${said}${why}${contact === undefined ? '' : ` Write to ${contact} if you think it should not be.`}`
}
