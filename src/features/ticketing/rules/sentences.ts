export const ORDER_GONE = 'This order does not exist, or it is not yours. Look in your Order History.'
export const TICKET_GONE = 'This ticket does not exist, or it is not yours. Look in My Tickets.'
/** Whoever came with a phone alone can look, and buys once there is an address to send to. */
export const EMAIL_NEEDED = 'Add your email in Settings first: your tickets are sent there.'

/** `name` is the ticket type's. */
export function soldOutSentence(name: string, remaining: number): string {
  if (remaining <= 0) return `${name} is sold out. Choose other tickets.`
  return `Only ${remaining} of ${name} ${remaining === 1 ? 'is' : 'are'} left. Choose fewer and try again.`
}
