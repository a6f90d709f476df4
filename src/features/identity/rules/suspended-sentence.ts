import { formatShortDate } from '~/lib/time'

/** Until when, in UTC since nobody is signed in whose zone could be asked, and why. */
export function suspendedSentence(until: Date, reason: string | null): string {
  const said = `This account is suspended until ${formatShortDate(until, 'UTC')}.`
  return `${said}${reason === null ? '' : ` Reason: ${reason.replace(/[.\s]+$/u, '')}.`} Write to us if you think it should not be.`
}
