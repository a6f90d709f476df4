export const ORDER_NOT_FOUND = 'We couldn’t find this order in your account. Look in your Order History.'
export const TICKET_NOT_FOUND = 'We couldn’t find this ticket in your account. Look in My Tickets.'
/** Tickets are emailed, so an account without an email address cannot buy. */
export const EMAIL_NEEDED = 'Your tickets are sent by email. Add your email in Settings first.'
/** Refuses a missing, invalid or used CAPTCHA token. Browsers then show the CAPTCHA and retry. */
export const CAPTCHA_FAILED = 'This event asks buyers for a security check. Complete it, then try again.'

export function describeShortage(name: string, remaining: number): string {
  if (remaining <= 0) return `${name} is sold out. Choose other tickets.`
  return `Only ${remaining} of ${name} ${remaining === 1 ? 'is' : 'are'} left. Choose fewer and try again.`
}

export const VERIFY_TO_TRANSFER =
  'Verify your email first, with the link that we sent you. Then you can transfer this ticket.'
