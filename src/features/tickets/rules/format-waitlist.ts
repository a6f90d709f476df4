const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

/** Formats an offer: `Two tickets are available`. */
export function formatAvailableTickets(count: number): string {
  return `${NUMBERS[count] ?? count} ${count === 1 ? 'ticket is' : 'tickets are'} available`
}

/** Formats a position in the waitlist: 1 as `1st`, 12 as `12th`. */
export function formatOrdinal(place: number): string {
  const isTeen = place % 100 >= 11 && place % 100 <= 13
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${place}${ending}`
}
